import { describingFaults, withStore } from '../../database/open-database.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { type Scrubbed, scrubDatabase } from '../../persons/sqlite/scrub.ts';
import { askToDelete, canAskToDelete } from '../../posthog/delivery/deletion.ts';
import type { Config } from '../../settings/config.ts';
import { isPostgres } from '../../settings/database-address.ts';
import { keptCopies } from '../../store/sqlite/connection/private-files.ts';
import { announceRemovedTo } from '../../team/webhooks/webhooks.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';
import { type Found, findPerson } from './find-person.ts';
import { personOptions, readSubject, type Subject } from './person-options.ts';

export const eraseCommand = command<DataContext>()({
  usage: 'npm run data -- erase [--email ADDRESS] [--consent-id ID] [OPTIONS]',
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

Erased data cannot be read from a SQLite file afterwards. The command searches the file for traces. If it finds one, it
rewrites the whole file, which delays the server's writes meanwhile. The server may be running.`,
  options: {
    ...personOptions,
    'dry-run': flag('counts what would be erased; erases nothing'),
  },
  async run(values, context) {
    const { database, out, progress } = context;
    const { 'dry-run': dryRun = false } = values;
    const subject = readSubject(values);
    const { found, signups, events } = await withStore(database, async (store) => {
      const person = await findPerson(store, subject, progress.show);
      if (dryRun) return { found: person, ...person.counts };
      return { found: person, ...(await erase(store, subject, context)) };
    });
    const scrubbed =
      dryRun || signups + events === 0
        ? null
        : isPostgres(database)
          ? 'vacuum'
          : await describingFaults(database, () =>
              scrubDatabase(database, tracesOf(found, context.config.webhooks), {
                onProgress: progress.show,
              }),
            );
    progress.clear();
    const done = dryRun ? 'would be erased' : 'erased';
    out.write(
      formatPairs(
        describe(subject, found, {
          ...{ signups, events, done, scrubbed },
          isAsked: canAskToDelete(context.config),
        }),
      ),
    );
    const kept = isPostgres(database) ? [] : keptCopies(database);
    out.write(formatPairs(kept.map((copy) => ['kept copy', `${copy} is not changed: delete it`])));
  },
});

async function erase(
  store: SiteStore,
  { email, consentId }: Subject,
  { config, now, newId, progress }: DataContext,
) {
  const told = announceRemovedTo(config.webhooks, { newId, now }).left;
  const signups = email === null ? 0 : await store.eraseSignups(email, now(), told);
  const search = { withoutGrant: true, onProgress: progress.show };
  const events =
    consentId === null
      ? 0
      : await store.erasePerson({
          ...{ id: newId(), consentId, gpc: false, at: now(), search },
          notices: askToDelete(config, { newId, now })(consentId),
        });
  return { signups, events };
}

/** Receivers that were told of a person are told by the id of the signup whom to delete, so it stays until then. */
const tracesOf = ({ signups, person }: Found, { urls, includesPerson }: Config['webhooks']) => [
  ...signups.flatMap(({ email }) => [email, email.toLowerCase()]),
  ...(includesPerson && urls.length > 0 ? [] : signups.map(({ id }) => id)),
  ...person.events.map(({ id }) => id),
];

interface Outcome {
  signups: number;
  events: number;
  done: string;
  scrubbed: Scrubbed | 'vacuum' | null;
  /** Whether PostHog is asked to delete. */
  isAsked: boolean;
}

const FILES: Record<Scrubbed | 'vacuum', string> = {
  clean: 'no trace is left',
  rewritten: 'a trace was found, so the database was rewritten: no trace is left',
  vacuum:
    'PostgreSQL overwrites erased rows some time after its next VACUUM; its write-ahead log holds them until it is recycled',
  'log in use':
    'the write-ahead log is in use and may hold traces until the server stops; erase again when nothing reads the database',
};

function describe(
  { email, consentId }: Subject,
  { counts, signups: of }: Found,
  { signups, events, done, scrubbed, isAsked }: Outcome,
): [string, string][] {
  const lines: [string, string][] = [];
  if (email !== null) lines.push(['signups', `${signups} ${done}`]);
  const isProven = of.some(({ confirmedAt }) => confirmedAt !== null);
  if (isProven)
    lines.push(['proof', 'of the confirmed signup, without name and address, for 3 years']);
  if (consentId === null) {
    lines.push([
      'events',
      'not searched for: they hold no e-mail address, only the id on /cookies',
    ]);
    return scrubbed === null ? lines : [...lines, ['files', FILES[scrubbed]]];
  }
  lines.push(
    ['events', `${events} ${done}`],
    [
      'consents',
      `${counts.consents} decisions kept as proof until three years after the last (article 7(1) GDPR)`,
    ],
    [
      'PostHog',
      isAsked
        ? 'asked to delete what it holds under this id, by the server; events without a profile stay until its retention ends'
        : 'delete events already sent there by hand, or set POSTHOG_PERSONAL_API_KEY; otherwise they stay until PostHog’s retention ends',
    ],
  );
  return scrubbed === null ? lines : [...lines, ['files', FILES[scrubbed]]];
}
