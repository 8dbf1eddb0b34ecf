import { withStore } from '../../database/open-database.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { StartError } from '../../lib/start-error.ts';
import {
  askToDelete,
  canAskToDelete,
  type DeletionSettings,
  deletionSettings,
} from '../../posthog/delivery/deletion.ts';
import { isPostgres } from '../../settings/database-address.ts';
import { keptCopies } from '../../store/sqlite/connection/private-files.ts';
import { announceRemovedTo } from '../../team/webhooks/webhooks.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, flag, text } from '../frame/subcommand.ts';
import {
  type Found,
  findPerson,
  personOptions,
  readAddress,
  readSubject,
  type Subject,
} from './find-person.ts';

export const eraseCommand = command<DataContext>()({
  usage:
    'npm run data -- erase [--email ADDRESS [--block]] [--consent-id ID] [OPTIONS], or --unblock ADDRESS',
  summary: 'erases one person, for a deletion request; proof of consent is kept',
  about: `Erases what is held about one person, for a request under article 17 GDPR or the CCPA's right to delete. First
make sure that the request comes from that person. Signups are found by their e-mail address. Events hold no address:
they are found by the id that /cookies shows in the person's own browser. There the person can also erase them directly.

This erases signups and events, including events that wait for PostHog or were set aside, and withdraws the consent.
Proof of consent is kept, because article 7(1) GDPR requires it, until three years after the last decision. Of a confirmed
signup, a proof without name and address is kept for three years: npm run data -- export shows it. With
POSTHOG_PERSONAL_API_KEY and POSTHOG_PROJECT_ID, PostHog is asked to delete what it holds under the id, by the server or
at its next start (npm run doctor). It deletes by person profile, and these events have none: what it cannot
match stays until PostHog's own retention ends. Backups keep the data until you delete them. The audit table records the
time of the erasure and the number of rows, and nothing about the person.

Who objects to messages (article 21(2) GDPR) is helped by --block: it erases, and from then on nothing is sent to the address,
whoever enters it. That is what the link of a message offers, too. Who chose it and writes to you because that is no longer
wanted, is helped by --unblock alone: it erases nothing, and lets the address sign up as before.

Erased rows of a SQLite file are overwritten with zeros. The server may be running.`,
  options: {
    ...personOptions,
    block: flag('also sends nothing to this address ever again'),
    unblock: text('ADDRESS', 'lets messages go to this address again; erases nothing'),
    'dry-run': flag('counts what would be erased; erases nothing'),
  },
  async run(values, context) {
    const { database, out } = context;
    const { 'dry-run': dryRun = false, block = false, unblock, ...person } = values;
    if (unblock !== undefined) {
      // Somebody who gives both may think that both are done, or that nothing is.
      if (dryRun || block || Object.values(person).some((value) => value !== undefined))
        throw new StartError('--unblock stands alone: it erases nothing, and has no dry run');
      const email = readAddress(unblock, '--unblock');
      const isDone = await withStore(database, (store) =>
        store.unblockMailbox(email, context.now()),
      );
      out.write(formatPairs([['address', isDone ? 'no longer blocked' : 'was not blocked']]));
      return;
    }
    const subject = readSubject(values);
    if (block && subject.email === null) throw new StartError('--block needs --email');
    const erased = await withStore(database, async (store) => {
      const found = await findPerson(store, subject);
      const deleting = await deletionSettings(context.config, store);
      const said = { found, isAsked: canAskToDelete(deleting) };
      if (dryRun) return { ...said, ...found.counts };
      // First: a fault between the two must leave nobody erased and not blocked.
      if (block && subject.email !== null) await store.blockMailbox(subject.email, context.now());
      return { ...said, ...(await erase(store, subject, { ...context, deleting })) };
    });
    const pairs = describe(subject, erased, dryRun);
    if (!dryRun && erased.signups + erased.events > 0)
      pairs.push(['files', FILES[isPostgres(database) ? 'postgres' : 'sqlite']]);
    if (block)
      pairs.push(['address', `${dryRun ? 'would never be' : 'is never'} written to again`]);
    const kept = isPostgres(database) ? [] : keptCopies(database);
    for (const copy of kept) pairs.push(['kept copy', `${copy} is not changed: delete it`]);
    out.write(formatPairs(pairs));
  },
});

async function erase(
  store: SiteStore,
  { email, consentId }: Subject,
  { config, deleting, now, newId }: DataContext & { deleting: DeletionSettings },
) {
  const told = announceRemovedTo(config.webhooks, { newId, now }).left;
  const signups = email === null ? 0 : await store.eraseSignups(email, now(), told);
  const events =
    consentId === null
      ? 0
      : await store.erasePerson({
          ...{ id: newId(), consentId, gpc: false, at: now(), search: { withoutGrant: true } },
          notices: askToDelete(deleting, { newId, now })(consentId),
        });
  return { signups, events };
}

/** What becomes of the rows in the files. */
const FILES = {
  sqlite: 'erased rows are overwritten with zeros; docs/operations.md says when to run VACUUM',
  postgres:
    'PostgreSQL overwrites erased rows some time after its next VACUUM; its write-ahead log holds them until it is recycled',
};

function describe(
  { email, consentId }: Subject,
  erased: { found: Found; signups: number; events: number; isAsked: boolean },
  dryRun: boolean,
): [string, string][] {
  const { found, signups, events, isAsked } = erased;
  const done = dryRun ? 'would be erased' : 'erased';
  const lines: [string, string][] = [];
  if (email !== null) lines.push(['signups', `${signups} ${done}`]);
  if (found.signups.some(({ confirmedAt }) => confirmedAt !== null))
    lines.push(['proof', 'of the confirmed signup, without name and address, for 3 years']);
  if (consentId === null) {
    const none = 'not searched for: they hold no e-mail address, only the id on /cookies';
    return [...lines, ['events', none]];
  }
  const kept = `${found.counts.consents} decisions kept as proof until three years after the last (article 7(1) GDPR)`;
  const posthog = isAsked
    ? 'asked to delete what it holds under this id, by the server; events without a profile stay until its retention ends'
    : 'delete events already sent there by hand, or set POSTHOG_PERSONAL_API_KEY; otherwise they stay until PostHog’s retention ends';
  return [...lines, ['events', `${events} ${done}`], ['consents', kept], ['PostHog', posthog]];
}
