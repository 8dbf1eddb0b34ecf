import { type PageData, type Recipient, sendsMail, untoldOf } from '#shared/page';
import type { Offers, Site } from '#shared/site';
import { gap, offers as m, signup } from '../site-messages.ts';

// Only the server loads these words. A page gets with its data what concerns it.

/** What the site promises to those who sign up, unless `data/site.json` has promises of its own. */
export const offers: Offers = {
  notifyme: m.notifyme,
  beta: m.beta,
  short: m.short,
  conditions: m.conditions,
  welcome: m.welcome,
};

/** The sentences of the note below the form. */
export const note = signup.note;

type EntryFacts = Pick<PageData, 'recipients' | 'posthogHost' | 'unconfirmedRetentionDays'> & {
  site: Pick<Site, 'mailProvider' | 'recipients' | 'backupDays'>;
};

/** Returns what the form's entries are for, where they are kept, and who else receives what. */
export function entryNote(data: EntryFacts): string {
  const { recipients, posthogHost: host, site } = data;
  const { mailProvider: provider } = site;
  const has = (who: Recipient) => recipients.includes(who);
  const isShared =
    recipients.length > 0 || sendsMail(data) || host !== null || untoldOf(site).length > 0;
  return [
    note.purpose,
    has('database') || has('hosting') ? note.handled : isShared ? note.kept : note.stays,
    ...(has('team') ? [note.team] : []),
    ...(sendsMail(data) ? [provider ? note.mailThrough({ provider }) : note.mail] : []),
    host === null ? note.domain : note.analytics({ host }),
  ].join(gap);
}
