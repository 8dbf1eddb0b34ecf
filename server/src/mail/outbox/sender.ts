import type { AttemptOutcome, SenderState } from '../../edge/metrics.ts';
import { errorFields } from '../../lib/log.ts';
import { createPoller } from '../../lib/poller.ts';
import { within } from '../../lib/within.ts';
import type { World } from '../../lib/world.ts';
import {
  GOES_ON,
  GOES_ON_MS,
  type MessageSettlement,
  type OutboxMessage,
} from '../../store/mail-store.ts';
import type { Store } from '../../store/store.ts';
import { createMailingPauses } from './mailing-pauses.ts';
import { createOutage } from './outage.ts';
import type { MailStore } from './outbox.sql.ts';
import type { AttemptResult, SendOutcome } from './send-outcome.ts';

export interface SenderDeps extends Pick<World, 'now' | 'random' | 'later' | 'log'> {
  /** `mail`, or the name of a webhook. */
  recipient: string;
  store: Pick<
    Store & MailStore,
    'nextMessage' | 'startAttempt' | 'settleMessage' | 'switchOff' | 'doubtOfClock'
  >;
  /** Runs `work` unless another process sends. */
  runAlone(work: () => Promise<void>): Promise<boolean>;
  /**
   * Sends one message. Never rejects.
   *
   * @param yieldTurn lets the next message be sent meanwhile
   */
  send(message: OutboxMessage, signal: AbortSignal, yieldTurn: () => void): Promise<SendOutcome>;
  /** The most messages in an hour; null without a limit. */
  hourly: number | null;
  /** Gives up what need not be tried, at a time. Waits while the clock is not believed, and so do mailings. */
  tidy?(at: number): Promise<void>;
  /** Returns the pause after a failed attempt, in milliseconds, by the number of attempts before. */
  retryDelay(attempts: number): number;
  /** Returns what becomes of a message after an attempt that ended at a time. */
  settlementOf(result: AttemptResult, message: OutboxMessage, at: number): MessageSettlement;
  onAttempt(outcome: AttemptOutcome): void;
}

export interface SenderStatus {
  /**
   * `idle`: nothing is due, as far as it knows. `limited`: messages wait for the hourly limit. `failing`: the
   * receiver cannot be used or refuses us, and it tries again. `off`: the receiver wants no further messages.
   */
  state: SenderState;
  /** Why, without personal data. */
  reason: string | null;
}

export type Sender = ReturnType<typeof createSender>;

/** Also finds messages that another process queued. */
const POLL_MS = 30_000;
/** How soon it looks again while another process sends. */
const STANDBY_MS = 1_000;
/** How often a message that was being sent when the process died is sent again at once. */
const MAX_CRASHES = 3;
/** Shorter than the shutdown may take (shutdown.ts). */
const STOP_MS = 7_000;

/**
 * Sends the messages of the outbox to one recipient, one at a time, at least once, within the hourly limit. While an attempt
 * that yielded its turn goes on, the next message is sent.
 */
export function createSender(deps: SenderDeps) {
  const { recipient, store, runAlone, send, hourly, retryDelay, settlementOf } = deps;
  const { now, random, later, log, onAttempt } = deps;
  const isInOrder = recipient !== 'mail';
  let state: SenderStatus['state'] = 'stopped';
  let reason: string | null = null;
  /** The receiver refuses us, and has accepted nothing since. */
  let isRefused = false;
  /** Results that are not on disk yet. Until they are, nothing is sent, or a message would be sent again and again. */
  const unsaved = new Map<string, MessageSettlement>();
  /** The attempts that have yielded their turn. */
  const yielded = new Set<Promise<void>>();
  const stopping = new AbortController();
  /** The message that found out that no message can be sent: perhaps another can. */
  let passOver: string | null = null;
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let isBacklogKnown = false;
  const outage = createOutage(deps);
  const mailingPauses = createMailingPauses(random);
  const poller = createPoller({ run, later, graceMs: STOP_MS });

  async function run() {
    let pauseMs: number | null = 0;
    try {
      // For each message anew: a lease that is lost must not last for a whole backlog.
      while (pauseMs === 0 && !poller.isStopped()) pauseMs = await runOnce();
    } catch (error) {
      const message = 'messages cannot be read from the database, or marked as sent';
      log.error(message, { recipient, ...errorFields(error) });
      pauseMs = POLL_MS;
    }
    return pauseMs;
  }

  async function runOnce(): Promise<number | null> {
    let pauseMs: number | null = STANDBY_MS;
    const ran = await runAlone(async () => {
      pauseMs = await sendNext();
    });
    if (!ran && !outage.isOn()) enter('idle');
    return pauseMs;
  }

  /** Returns the milliseconds until the next look, or null to stop looking. */
  async function sendNext(): Promise<number | null> {
    await save();
    const at = now();
    const pauseMs = outage.restOfPause(at);
    if (pauseMs > 0) return pauseMs;
    const isDoubted = deps.tidy !== undefined && (await store.doubtOfClock(at)) !== null;
    if (deps.tidy && !isDoubted && !within(at, tidiedAt, POLL_MS)) {
      await deps.tidy(at);
      tidiedAt = at;
    }
    const mailingsFrom = isDoubted ? Number.POSITIVE_INFINITY : mailingPauses.from(at);
    const queue = { recipient, now: at, hourly, passOver, mailingsFrom };
    const { message, dueAt, freeAt } = await store.nextMessage(queue);
    if (poller.isStopped()) return null;
    if (!message) return rest(dueAt, at);
    if (freeAt !== null) {
      enter('limited', 'what an hour may have is sent');
      return Math.min(POLL_MS, Math.max(STANDBY_MS, freeAt - at));
    }
    enter('sending');
    // On disk first: without space on the disk nothing is sent, and a process that crashes does not send for ever.
    const { id, attempts } = message;
    const delayMs = attempts < MAX_CRASHES ? 0 : retryDelay(attempts);
    if (!(await store.startAttempt(id, { now: at, dueAt: at + delayMs }))) return 0;
    const result = await sendOrYield(message);
    if (result === null) return 0;
    // Tried again after the start; what a mailing's attempt came to must be stored.
    const isLost = result.outcome !== 'sent' && !result.mayHaveArrived;
    if (poller.isStopped() && isLost && message.kind !== 'mailing') return null;
    if (result.outcome === 'gone') return switchOff(result.reason);
    await settle(message, result);
    return goOn(id, result);
  }

  /** Returns null if the attempt goes on by itself. */
  async function sendOrYield(message: OutboxMessage): Promise<SendOutcome | null> {
    let yieldTurn = () => {};
    const isYielded = new Promise<null>((resolve) => {
      yieldTurn = () => resolve(null);
    });
    const attempt = send(message, stopping.signal, yieldTurn);
    const result = await Promise.race([attempt, isYielded]);
    if (result !== null) return result;
    const finished = finishLater(message, attempt).finally(() => yielded.delete(finished));
    yielded.add(finished);
    // One of a mailing is in doubt meanwhile, and never due again by itself.
    if (message.kind === 'mailing') return null;
    const dueAt = now() + GOES_ON_MS;
    unsaved.set(message.id, { outcome: 'retry', dueAt, reason: GOES_ON });
    await save();
    return null;
  }

  async function finishLater(message: OutboxMessage, attempt: Promise<SendOutcome>) {
    const result = await attempt;
    if (result.outcome === 'gone') return;
    if (result.outcome === 'sent') recover();
    // That one receiver's server did not take a message says nothing of the others.
    const isAboutUs =
      result.outcome === 'unreachable' || (result.outcome === 'later' && result.isAboutUs);
    // Several that went on together cause one pause. It begins before the message is due again.
    const pauseMs = isAboutUs && outage.restOfPause(now()) === 0 ? goOn(message.id, result) : 0;
    // At the next look, save() tries again what fails here.
    await settle(message, result).catch((error) =>
      log.error('a result is not recorded yet', { recipient, ...errorFields(error) }),
    );
    poller.next(pauseMs);
  }

  async function settle(message: OutboxMessage, result: AttemptResult): Promise<void> {
    const settlement = settlementOf(result, message, now());
    if (message.kind === 'mailing') mailingPauses.note(result, now());
    report(message.id, result, settlement);
    unsaved.set(message.id, settlement);
    await save();
  }

  async function save() {
    for (const [id, settlement] of unsaved) {
      await store.settleMessage(id, settlement);
      // An attempt that yielded its turn may have ended meanwhile.
      if (unsaved.get(id) === settlement) unsaved.delete(id);
    }
  }

  function goOn(id: string, result: AttemptResult): number {
    passOver = result.outcome === 'unreachable' ? id : null;
    if (result.outcome === 'unreachable') {
      fail(result.reason);
      return outage.pause();
    }
    if (result.outcome === 'later' && result.isAboutUs) isRefused = true;
    // In order, the messages after it wait for this one.
    if (result.outcome === 'later' && (isInOrder || result.isAboutUs)) fail(result.reason);
    else if (result.outcome === 'sent' || (!isRefused && !result.retryAt)) recover();
    return 0;
  }

  /** While the receiver cannot be used and a message waits, that stays the news. */
  function rest(dueAt: number | null, at: number): number {
    isBacklogKnown = false;
    if (dueAt === null) outage.forget();
    if (!outage.isOn()) enter('idle');
    return Math.min(POLL_MS, Math.max(1, (dueAt ?? Number.POSITIVE_INFINITY) - at));
  }

  function report(id: string, { outcome }: SendOutcome, settlement: MessageSettlement) {
    onAttempt(settlement.outcome === 'given_up' ? 'given_up' : outcome);
    if (settlement.outcome === 'refused' || settlement.outcome === 'given_up') {
      log.warn('a message is set aside', { id, outcome: settlement.outcome });
    }
  }

  function recover() {
    outage.end();
    isRefused = false;
    if (state === 'failing') state = 'sending';
  }

  function enter(next: SenderStatus['state'], why: string | null = null) {
    // While an attempt runs, the last failure or the limit is still the news.
    if (poller.isStopped() || (next === 'sending' && (state === 'failing' || state === 'limited')))
      return;
    if (next === 'limited' && !isBacklogKnown) {
      log.warn(`mail waits: ${why}`);
      isBacklogKnown = true;
    }
    state = next;
    reason = why;
  }

  async function switchOff(why: string): Promise<null> {
    await store.switchOff(recipient, now());
    enter('off', why);
    log.error('a webhook is switched off: its receiver answered 410', { recipient });
    return null;
  }

  function fail(why: string) {
    enter('failing', why);
    outage.note(why);
  }

  return {
    start() {
      state = 'idle';
      poller.next(0);
    },
    /** Tells it about a new message. */
    wake() {
      // Also during a run, which may have looked before the message came.
      const isOn = state !== 'stopped' && state !== 'off';
      if (isOn && outage.restOfPause(now()) === 0) poller.next(0);
    },
    /** Lets the messages in progress finish, for 7 s at most. */
    async stop() {
      state = 'stopped';
      const cancelAbort = later(() => stopping.abort('the site was stopped'), STOP_MS);
      await poller.stop(); // the message in progress may yet yield its turn
      await Promise.all(yielded);
      cancelAbort();
      // A last try: what was sent is not sent again after the next start.
      await save().catch((error) =>
        log.error('a result is lost', { recipient, ...errorFields(error) }),
      );
    },
    status: (): SenderStatus => ({ state, reason }),
  };
}
