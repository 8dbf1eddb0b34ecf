import { type PageData, type Recipient, sendsMail, untoldOf } from '#shared/page';
import type { SignupType } from '#shared/signups';
import type { Offers, Site } from '#shared/site';
import { dateIn } from '../identity.ts';
import { gap, language, offers as m, signup } from '../site-messages.ts';

// Only the server loads these words. A page gets with its data what concerns it.

/** What the site promises to those who sign up, unless `data/site.json` has promises of its own. */
const offers: Offers = {
  notifyme: m.notifyme,
  beta: m.beta,
  short: m.short,
  conditions: m.conditions,
  welcome: m.welcome,
};

type Promised = Pick<Site, 'offers' | 'codesUntil'>;

/** Returns until when the code of somebody is valid, if `data/site.json` says it. */
export function validityOf(type: SignupType, { codesUntil }: Promised): string | null {
  if (!codesUntil) return null;
  const date = codesUntil[type];
  return date === null ? m.noEnd : m.until({ date: dateIn(language, date) });
}

/** Returns what the site promises. The conditions say until when the codes are valid. */
export function offersOf(site: Promised): Offers {
  const own = site.offers ?? offers;
  const said = (type: SignupType) =>
    [own.conditions?.[type], validityOf(type, site)].filter(Boolean).join(gap);
  // Validity alone promises nothing.
  return own.conditions
    ? { ...own, conditions: { notifyme: said('notifyme'), beta: said('beta') } }
    : own;
}

/** The sentences of the note below the form. */
export const note = signup.note;

/** What somebody agrees to who sends the form. */
export const purposeOf = (sends: boolean) => (sends ? note.purpose : note.purposeWithoutMail);

/** Leads to what California wants told before somebody signs up. */
export const californiaNotice = ({ conditions }: Offers): string =>
  conditions ? m.california : m.californiaCollection;

type EntryFacts = Pick<
  PageData,
  'recipients' | 'untoldHosts' | 'posthogHost' | 'unconfirmedRetentionDays'
> & {
  site: Pick<Site, 'mailProvider' | 'recipients' | 'backupDays'>;
};

/** Returns what the form's entries are for, where they are kept, and who else receives what. */
export function entryNote(data: EntryFacts): string {
  const { recipients, posthogHost: host, site } = data;
  const { mailProvider: provider } = site;
  const has = (who: Recipient) => recipients.includes(who);
  const isShared =
    recipients.length > 0 || sendsMail(data) || host !== null || untoldOf(data).length > 0;
  return [
    purposeOf(sendsMail(data)),
    has('database') || has('hosting') ? note.handled : isShared ? note.kept : note.stays,
    ...(has('team') ? [note.team] : []),
    ...(sendsMail(data) ? [provider ? note.mailThrough({ provider }) : note.mail] : []),
    host === null ? note.domain : note.analytics({ host }),
  ].join(gap);
}
