import { createContext, useContext } from 'react';

export interface ConsoleData {
  /** The site's canonical address, without a trailing slash. Links for visitors start with it. */
  siteUrl: string;
  /** Whether the site asks people by mail to confirm their address. If not, nothing is said about confirmations. */
  sendsMail: boolean;
  /** The languages of the site, apart by blanks. */
  languages: string;
  /** Whether the session may see people. The server decides; the page hides what the server would refuse. */
  seesPeople: boolean;
  /** Who is signed in with a passkey; null for a token. */
  person?: { id: string; name: string } | null;
}

const NOTHING: ConsoleData = {
  ...{ siteUrl: '', sendsMail: false, languages: '', seesPeople: false, person: null },
};
export const ConsoleContext = createContext(NOTHING);
export const useConsole = () => useContext(ConsoleContext);
