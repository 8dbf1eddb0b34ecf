import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeDoubt } from '../../clock/describe-doubt.ts';
import { readDatabase } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import type { Config } from '../../settings/config.ts';
import { type DatabaseAddress, isPostgres } from '../../settings/database-address.ts';
import type { MailReason, MailState } from '../../store/mail-store.ts';
import { filesOf, keptCopies, notPrivate } from '../../store/sqlite/connection/private-files.ts';
import type { DeliveryState, SkipReason } from '../../store/store.ts';
import { ALERT_ADVICE } from '../../team/alerts/alert-rules.ts';
import { textOfDated } from '../../team/dated-value.ts';
import { failedDrill } from '../../team/failed-drill.ts';
import { BACKUP_DAYS } from '../../upkeep/retention.ts';
import { plural } from '../frame/text-table.ts';

type Finding = [level: 'ok' | 'warning', what: string, ...lines: string[]];

/** Says who may read the files of a database, which copies are kept beside it, whether the clock is believed, and how old the newest backup is. */
export async function checkFilesAndClock(
  database: DatabaseAddress,
  backupDays = BACKUP_DAYS,
): Promise<Finding[]> {
  const isFile = !isPostgres(database) && existsSync(database);
  return [
    ...(isFile ? [checkPrivacy(database), ...checkKept(database, backupDays)] : []),
    ...(await checkClock(database)),
    ...(isFile ? await checkBackup(database) : []),
  ];
}

function checkPrivacy(file: string): Finding {
  const folder = dirname(file);
  const [files, folders] = [notPrivate(filesOf(file)), notPrivate([folder])];
  const isWritable = (statSync(folder).mode & 0o022) !== 0;
  const lines = [
    ...files.map((one) => `${one} is for others too: chmod 600 it`),
    ...folders.map((one) => `${one} can be entered by others: chmod 700 it if nobody has to`),
  ];
  const level = files.length > 0 || isWritable ? 'warning' : 'ok';
  return [
    level,
    'privacy',
    ...(lines.length > 0 ? lines : ['only their owner may read the files']),
  ];
}

const checkKept = (file: string, backupDays: number): Finding[] =>
  keptCopies(file).map((copy) => [
    'warning',
    'kept copy',
    `${copy} holds what was erased since; delete it once you are sure, and within ${backupDays} days`,
  ]);

const checkClock = (database: DatabaseAddress) =>
  ofTables(database, async (reader) => {
    const now = Date.now();
    const trusted = await reader.doubtOfClock(now);
    const held = (await reader.readMark('retention'))?.value;
    const waits = `waits: npm run data -- retention --accept deletes ${held}`;
    return [
      trusted === null
        ? ['ok', 'clock', 'plausible']
        : ['warning', 'clock', describeDoubt(now, trusted), ALERT_ADVICE.deletion_waits],
      ...(held ? [['warning', 'retention', waits] satisfies Finding] : []),
    ];
  });

const checkBackup = (database: DatabaseAddress) =>
  ofTables(database, async (reader) => {
    const backup = await reader.readMark('backup');
    const drill = await reader.readMark('drill');
    const path = textOfDated(backup?.value ?? '');
    const made = path && backup ? `made on ${iso(backup.at)}: ${path}` : 'none is known';
    const why = textOfDated(drill?.value ?? '');
    const failed = await failedDrill(reader);
    const tried = drill
      ? `last drill on ${iso(drill.at)}: ${why || 'it can be restored'}`
      : 'no drill yet: npm run data -- drill restores it beside the site';
    return [[failed === null ? 'ok' : 'warning', 'backup', made, tried]];
  });

/** Returns nothing of a database that is missing, or has no tables yet. */
async function ofTables(
  database: DatabaseAddress,
  look: Parameters<typeof readDatabase<Finding[]>>[1],
): Promise<Finding[]> {
  try {
    return await readDatabase(database, look);
  } catch (error) {
    if (error instanceof StartError) return [];
    throw error;
  }
}

const SKIP_REASONS: Record<SkipReason, string> = {
  no_grant: 'no consent on record',
  withdrawn: 'consent withdrawn',
  expired: 'consent expired',
  other_recipient: 'agreed to a text that did not name this PostHog',
};

/** Advises to keep tokens out of browsers once people have passkeys. */
export const checkPeople = ({ database, growthTokenSignIn }: Config): Promise<Finding[]> =>
  ofTables(database, async (reader) =>
    growthTokenSignIn && (await reader.hasPasskeys())
      ? [
          [
            'warning',
            'people',
            'they sign in with passkeys, and anybody who has a token still can: set GROWTH_TOKEN_SIGN_IN=off, which leaves tokens to programs',
          ],
        ]
      : [],
  );

/** Says what waits for PostHog and to be sent by mail, what was refused, and why the last attempt failed. */
export const checkQueues = ({ database, posthogKey, smtp }: Config): Promise<Finding[]> =>
  ofTables(database, async (reader) => [
    ...(posthogKey === null ? [] : [describeDelivery(await reader.deliveryState())]),
    ...(smtp === null
      ? []
      : [describeMail(await reader.mailState(), await reader.mailReasons(), Date.now())]),
  ]);

const iso = (time: number) => new Date(time).toISOString();
const since = (time: number | null) => (time === null ? '' : `, the first since ${iso(time)}`);

function describeDelivery(state: DeliveryState): Finding {
  const { waiting, waitingSince, delivered, deliveredAt, deletions, failure } = state;
  const last = deliveredAt === null ? '' : `, the last at ${iso(deliveredAt)}`;
  const skips = (Object.entries(SKIP_REASONS) as [SkipReason, string][]).filter(
    ([reason]) => state.skipped[reason] > 0,
  );
  const why = deletions.reason === null ? '' : `: ${deletions.reason}`;
  return [
    failure || state.setAside + deletions.refused > 0 ? 'warning' : 'ok',
    'delivery',
    `${plural(waiting, 'event')} waiting${since(waitingSince)}; ${delivered} delivered${last}`,
    ...skips.map(([reason, words]) => `${state.skipped[reason]} passed over: ${words}`),
    ...(state.setAside > 0 ? [`${state.setAside} refused and set aside`] : []),
    ...state.deadLetters.map(({ eventId, reason, at }) => `${eventId} at ${iso(at)}: ${reason}`),
    ...(deletions.waiting + deletions.refused > 0
      ? [`${plural(deletions.waiting, 'deletion')} waiting, ${deletions.refused} refused${why}`]
      : []),
    ...(failure ? [`last failure: ${failure.reason}, at ${iso(failure.at)}`] : []),
  ];
}

function describeMail(state: MailState, reasons: readonly MailReason[], now: number): Finding {
  const { waiting, waitingSince, overdueSince, sent, refused, givenUp } = state;
  // The server looks every half a minute.
  const isOverdue = overdueSince !== null && overdueSince < now - 60_000;
  return [
    isOverdue || refused + givenUp > 0 ? 'warning' : 'ok',
    'outbox',
    `${plural(waiting, 'message')} waiting${since(waitingSince)}; ${sent} sent in the last day, ${refused} refused, ${givenUp} given up`,
    ...(isOverdue ? [`one should have left at ${iso(overdueSince)}`] : []),
    ...reasons.map((one) => `${one.count} ${one.state.replace('_', ' ')}: ${one.reason}`),
  ];
}
