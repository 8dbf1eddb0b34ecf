import { DAY_MS, HOUR_MS, PROOF_YEARS, proofDays, QUARTER_DAYS } from '#shared/limits';
import { describeDoubt } from '../clock/describe-doubt.ts';
import type { CountStore } from '../counts/quarter-counts.sql.ts';
import type { Job } from '../lib/scheduler.ts';
import { isTooMuch, type Share } from '../lib/share-rule.ts';
import type { World } from '../lib/world.ts';
import type { MailStore } from '../mail/outbox/outbox.sql.ts';
import type { PeopleStore } from '../people/console-people.sql.ts';
import type { Config } from '../settings/config.ts';
import type { SignupStore } from '../signups/signup-operations.ts';
import type { ToldOfRemoved } from '../store/mail-store.ts';
import type { RowCounts, Store } from '../store/store.ts';
import type { TeamStore } from '../team/team.sql.ts';
import type { ExpiryStep } from './expiry.sql.ts';
import type { UpkeepStore } from './upkeep.sql.ts';

export interface RetentionDeps extends Pick<World, 'now'> {
  store: Store & CountStore & MailStore & PeopleStore & SignupStore & TeamStore & UpkeepStore;
  config: Pick<
    Config,
    'eventRetentionDays' | 'signupRetentionDays' | 'unconfirmedRetentionDays' | 'auditMonths'
  >;
  /** What is told of each signup that is deleted. */
  told?: ToldOfRemoved;
  /** Returns what asks PostHog to delete what a person withdrew. */
  ask?: ExpiryStep['ask'];
  /** How long backups are kept, as `data/site.json` says. */
  backupDays?: number | undefined;
  /** Resolves a moment later, so that requests run between two steps. */
  pause(): Promise<unknown>;
}

export interface RetentionOptions {
  /** Only counts; deletes nothing. */
  dryRun?: boolean;
  /** Somebody has confirmed that a large share of a table may be deleted. */
  isAccepted?: boolean;
  signal?: AbortSignal;
}

export type RetentionResult = RowCounts & {
  /** The erased events of people who turned analytics off. */
  withdrawn: number;
  /** The deleted events that had not been delivered to PostHog. */
  undelivered: number;
  /** What is not deleted, because it is a large share of its table: `812 of 1000 events`. */
  held: string[];
};

const KINDS = ['events', 'signups', 'consents'] as const;
/** No row is from before it. */
const NEVER = 0;

/**
 * Deletes rows past their retention and events that their person withdrew, in steps small enough not to delay the intake,
 * and records the counts in the audit. It also clears the outbox and the tokens of deleted signups. It counts first: what
 * is a large share of its table stays until somebody confirms it (docs/decisions/034-a-clock-is-not-trusted.md).
 * Unconfirmed signups are deleted whatever their share: our message said when that happens. Otherwise strangers could send
 * many signups, and then none would be deleted.
 *
 * @param deps whose clock is believed, unless it is a dry run
 */
export async function applyRetention(
  { store, now, config, told = () => [], ask = () => [], ...deps }: RetentionDeps,
  { dryRun = false, isAccepted = false, signal }: RetentionOptions = {},
): Promise<RetentionResult> {
  const { backupDays = BACKUP_DAYS, pause } = deps;
  const at = now();
  const before = retentionTimes(at, config);
  // Also where mail was switched off since: the message that somebody ignored said so.
  const unconfirmedBefore = at - config.unconfirmedRetentionDays * DAY_MS;
  const none = { withdrawn: 0, events: 0, signups: 0, consents: 0 };
  const result: RetentionResult = { ...none, undelivered: 0, held: [] };
  const isStopped = () => signal?.aborted ?? false;

  /** Returns whether one of these must stay, and says so in the result. */
  function holds(what: string, shares: Share[]): boolean {
    const large = isAccepted ? [] : shares.filter(isTooMuch);
    result.held.push(...large.map(({ rows, expired }) => `${expired} of ${rows} ${what}`));
    return large.length > 0;
  }

  /** Whom PostHog was asked about in this pass: somebody's events may be far apart. */
  const asked = new Set<string>();
  const askOnce = (consentId: string) => (asked.has(consentId) ? [] : ask(consentId));

  async function step(kind: ExpiryStep['kind'], counts: boolean, from: number, since = NEVER) {
    const sum = { rows: 0, expired: 0, undelivered: 0 };
    let after: string | null = null;
    do {
      if (isStopped()) break;
      const times = { at, before: from, unconfirmedBefore, since };
      const tell = { told, ask: askOnce };
      const found = await store.expire({ kind, ...times, after, dryRun: counts, ...tell });
      for (const consentId of found.people) asked.add(consentId);
      sum.rows += found.looked;
      sum.expired += found.expired;
      sum.undelivered += found.undelivered;
      after = found.next;
      await pause();
    } while (after !== null);
    return sum;
  }

  // Whatever their share: their people said so, and no clock did.
  result.withdrawn = (await step('withdrawn', dryRun, NEVER)).expired;
  for (const kind of KINDS) {
    if (kind === 'signups') result.signups = (await step(kind, dryRun, NEVER)).expired;
    let done = await step(kind, true, before[kind]);
    if (isStopped()) break;
    if (dryRun) {
      // A run would have deleted the unconfirmed ones by now.
      done.rows -= result[kind];
      done.expired -= result[kind];
    }
    if (holds(kind, [done])) continue;
    if (!dryRun) done = await step(kind, false, before[kind]);
    result[kind] += done.expired;
    result.undelivered += done.undelivered;
  }
  if (dryRun) return result;
  // PostHog may have some of people of whom none is left here.
  const looked = Number((await store.readMark('withdrawals'))?.value ?? NEVER);
  // A clock that was ahead says nothing of those who withdrew since: all are asked about again.
  await step('withdrawals', false, before.events, looked <= at ? looked : NEVER);
  if (isStopped()) return result;
  await store.mark({ name: 'withdrawals', value: String(at), at });
  const counts = { events: result.events, signups: result.signups, consents: result.consents };
  const isAny = Object.values(counts).some((count) => count > 0);
  if (isAny) await store.recordAudit({ at, kind: 'retention', counts });
  if (isStopped()) return result;
  const quartersBefore = at - QUARTER_DAYS * DAY_MS;
  if (!holds('counts by the quarter', await store.countQuarters(quartersBefore)))
    while (!isStopped() && (await store.forgetQuarters(quartersBefore))) await pause();
  const proofsBefore = yearsBefore(at, PROOF_YEARS);
  if (!holds('proofs of deleted signups', [await store.countProofs(proofsBefore)]))
    while (!isStopped() && (await store.forgetProofs(proofsBefore))) await pause();
  const actsBefore = monthsBefore(at, config.auditMonths);
  if (!holds('entries of the audit', [await store.countActs(actsBefore)]))
    while (!isStopped() && (await store.forgetActs(actsBefore))) await pause();
  const keepMs = DAY_MS * Math.max(config.unconfirmedRetentionDays, backupDays);
  const isHeld = holds('links of deleted signups', [await store.countTokens(at - keepMs)]);
  while (!isStopped() && (await store.clearTokens(at, isHeld ? null : keepMs))) await pause();
  // Whatever their share: they hold nothing of anybody, and on a busy site most are a day old.
  while (!isStopped() && (await store.clearSettled(at))) await pause();
  await store.mark({ name: 'retention', value: result.held.join(', '), at });
  return result;
}

/** Returns the time from which each kind of row is kept, in milliseconds since 1970 UTC. */
export function retentionTimes(
  now: number,
  {
    eventRetentionDays,
    signupRetentionDays,
  }: Pick<Config, 'eventRetentionDays' | 'signupRetentionDays'>,
): RowCounts {
  // Proof outlives the events that rest on it, whatever is configured.
  const days = proofDays(eventRetentionDays);
  return {
    events: now - eventRetentionDays * DAY_MS,
    signups: now - signupRetentionDays * DAY_MS,
    consents: days === null ? yearsBefore(now, PROOF_YEARS) : now - days * DAY_MS,
  };
}

const yearsBefore = (time: number, years: number) => monthsBefore(time, 12 * years);

/**
 * Returns the same day and time of an earlier month, or its last day where it is shorter: for 29 February the 28th where the year
 * is no leap year.
 */
function monthsBefore(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Less than a day: what somebody withdrew is erased within 24 hours, and a pass over a large table takes some minutes. */
const EVERY_MS = 23 * HOUR_MS;
/** After the busy time of a start, and soon enough for a process that restarts every day. */
const FIRST_AFTER_MS = 20_000;

/** How long tokens of deleted signups are kept where nobody says how long backups are. */
export const BACKUP_DAYS = 30;

/** How soon it tries again after a fault, or without its turn: another 23 hours would be too late for what somebody withdrew. */
const RETRY_MS = 10 * 60_000;
/** How soon it looks at the clock again while that is not believed. */
const DOUBT_MS = 60_000;

/**
 * Creates the daily job. Every process runs it, but only one process at a time, and while the clock of its process is not
 * believed it waits.
 */
export function createRetentionJob(deps: RetentionDeps & Pick<World, 'log'>): Job {
  const { store, log } = deps;
  let isDoubted = false;
  return {
    name: 'retention',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    retryMs: RETRY_MS,
    async run(signal) {
      const at = deps.now();
      const trusted = await store.judgeClock(at);
      if (trusted !== null && !isDoubted) log.warn(describeDoubt(at, trusted));
      isDoubted = trusted !== null;
      if (isDoubted) return DOUBT_MS;
      // The time that was judged: the clock may be set meanwhile.
      const judged = { ...deps, now: () => at };
      const hadTurn = await store.runAlone('retention', async () => {
        const { undelivered, held, ...counts } = await applyRetention(judged, { signal });
        if (held.length > 0)
          log.warn('retention waits for a confirmation', { held: held.join(', ') });
        if (Object.values(counts).every((count) => count === 0)) return;
        log.info('deleted what was past its retention or withdrawn', { ...counts, undelivered });
      });
      // Another process that is stopped in its pass leaves the rest undone.
      return hadTurn ? EVERY_MS : RETRY_MS;
    },
  };
}
