import { createContext } from 'react';

/** The site's canonical address, without a trailing slash. Links for visitors start with it. */
export const SiteUrlContext = createContext('');

/** Whether the site asks people by mail to confirm their address. If not, nothing is said about confirmations. */
export const SendsMailContext = createContext(false);
