import { backoffMs } from '#shared/retry';
import { errorFields, type Log } from '../log.ts';
import { createPoller } from '../poller.ts';
import type { MessageSettlement, OutboxMessage } from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';

/**
 * The result of an attempt. `later`: this message may be accepted at another time, not before `retryAt`. `unreachable`: no
 * message can be sent now. `refused`: this message never will be accepted. `gone`: the receiver wants no further messages.
 */
export type SendOutcome =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string; mayHaveArrived?: false }
  | {
      outcome: 'later' | 'unreachable' | 'refused';
      reason: string;
      /** Whether the receiver had the whole message, and so may have accepted it. */
      mayHaveArrived?: boolean;
      retryAt?: number;
    };

/** What an attempt came to, for the metrics. */
export type AttemptOutcome = SendOutcome['outcome'] | 'given_up';

export interface SenderDeps {
  /** `mail`, or the name of a webhook. */
  recipient: string;
  store: Pick<
    Store,
    'nextMessage' | 'startAttempt' | 'settleMessage' | 'switchOff' | 'trustedTime'
  >;
  /** Runs `work` unless another process sends. */
  runAlone(work: () => Promise<void>): Promise<boolean>;
  /** Sends one message. Never rejects. */
  send(message: OutboxMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** The most messages in an hour; null without a limit. */
  hourly: number | null;
  /** Gives up what need not be tried, at a time. */
  tidy?(at: number): Promise<void>;
  /** Returns the pause after a failed attempt, in milliseconds, by the number of attempts before. */
  retryDelay(attempts: number): number;
  /** Returns what becomes of a message after an attempt that ended at a time. */
  settlementOf(
    result: Exclude<SendOutcome, { outcome: 'gone' }>,
    message: OutboxMessage,
    at: number,
  ): MessageSettlement;
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Runs the callback after a delay in milliseconds. Returns a function that cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  log: Log;
  onAttempt(outcome: AttemptOutcome): void;
}

export const SENDER_STATES = ['stopped', 'idle', 'sending', 'limited', 'failing', 'off'] as const;

export interface SenderStatus {
  /**
   * `idle`: nothing is due, as far as it knows. `limited`: messages wait, because this hour's are sent. `failing`: the
   * receiver cannot be used or refuses us, and it tries again. `off`: the receiver wants no further messages.
   */
  state: (typeof SENDER_STATES)[number];
  /** Why, without personal data. */
  reason: string | null;
}

export interface Sender {
  start(): void;
  /** Tells it about a new message. */
  wake(): void;
  /** Lets the message in progress finish, for 7 s at most. */
  stop(): Promise<void>;
  status(): SenderStatus;
}

/** Also finds messages that another process queued. */
const POLL_MS = 30_000;
/** How soon it looks again while another process sends. */
const STANDBY_MS = 1_000;
/** The pauses while the server cannot be reached: not every waiting message has to find out. */
const UNREACHABLE = [10_000, 15 * 60_000] as const;
/** How often a message that was being sent when the process died is sent again at once. */
const MAX_CRASHES = 3;
/** Shorter than the shutdown may take (shutdown.ts). */
const STOP_MS = 7_000;

/** Sends the messages of the outbox to one recipient, one at a time, at least once, within the hourly limit. */
export function createSender(deps: SenderDeps): Sender {
  const { recipient, store, runAlone, send, hourly, retryDelay, settlementOf } = deps;
  const { now, random, later, log, onAttempt } = deps;
  const isInOrder = recipient !== 'mail';
  let state: SenderStatus['state'] = 'stopped';
  let reason: string | null = null;
  let failures = 0;
  /** A result that is not on disk yet. Until it is, nothing is sent, or the message would be sent again and again. */
  let unsaved: { id: string; settlement: MessageSettlement } | null = null;
  /** The message that found out that no message can be sent: perhaps another can. */
  let passOver: string | null = null;
  let tidyAt = 0;
  let isBacklogKnown = false;
  let news = false;
  const poller = createPoller({ run, later, graceMs: STOP_MS });

  async function run(signal: AbortSignal) {
    let pauseMs: number | null = 0;
    try {
      // For each message anew: a lease that is lost must not last for a whole backlog.
      while (pauseMs === 0 && !poller.isStopped()) pauseMs = await runOnce(signal);
    } catch (error) {
      const message = 'messages cannot be read from the database, or marked as sent';
      log.error(message, { recipient, ...errorFields(error) });
      pauseMs = POLL_MS;
      news = false;
    }
    // A message may have come after the last look, while the lease was given back.
    return pauseMs !== null && news && state === 'idle' ? 0 : pauseMs;
  }

  async function runOnce(signal: AbortSignal): Promise<number | null> {
    let pauseMs: number | null = STANDBY_MS;
    const ran = await runAlone(async () => {
      pauseMs = await sendNext(signal);
    });
    if (!ran) news = false; // another process sends
    if (!ran && failures === 0) enter('idle');
    return pauseMs;
  }

  /** Returns the milliseconds until the next look, or null to stop looking. */
  async function sendNext(signal: AbortSignal): Promise<number | null> {
    await save();
    news = false;
    const at = now();
    // While the clock is in doubt, no message ages.
    const trusted = await store.trustedTime(at);
    if (deps.tidy && at >= tidyAt) {
      await deps.tidy(trusted);
      tidyAt = at + POLL_MS;
    }
    const queue = { recipient, now: at, hourly, passOver };
    const { message, dueAt, freeAt } = await store.nextMessage(queue);
    if (poller.isStopped()) return null;
    if (!message) return rest(dueAt, at);
    if (freeAt !== null) {
      enter('limited', 'as many messages as an hour may have are sent');
      return Math.min(POLL_MS, Math.max(STANDBY_MS, freeAt - at));
    }
    enter('sending');
    const createdAt = message.createdAt + at - trusted;
    // On disk first: without space on the disk nothing is sent, and a process that crashes does not send for ever.
    const { id, attempts } = message;
    const delayMs = attempts < MAX_CRASHES ? 0 : retryDelay(attempts);
    if (!(await store.startAttempt(id, { now: at, dueAt: at + delayMs }))) return 0;
    const result = await send(message, signal);
    // Tried again after the start; what a mailing's attempt came to must be stored.
    const isLost = result.outcome !== 'sent' && !result.mayHaveArrived;
    if (poller.isStopped() && isLost && message.kind !== 'mailing') return null;
    if (result.outcome === 'gone') return switchOff(result.reason);
    const settlement = settlementOf(result, { ...message, createdAt }, now());
    report(id, result, settlement);
    unsaved = { id, settlement };
    await save();
    return goOn(id, result);
  }

  async function save() {
    if (unsaved) await store.settleMessage(unsaved.id, unsaved.settlement);
    unsaved = null;
  }

  function goOn(id: string, result: SendOutcome): number {
    passOver = result.outcome === 'unreachable' ? id : null;
    if (result.outcome === 'unreachable') return pauseAfter(result.reason);
    // The messages after it wait for this one.
    if (result.outcome === 'later' && isInOrder) fail(result.reason);
    else recover();
    return 0;
  }

  /** While the receiver cannot be used and a message waits, that stays the news. */
  function rest(dueAt: number | null, at: number): number {
    isBacklogKnown = false;
    if (dueAt === null) failures = 0;
    if (failures === 0) enter('idle');
    return Math.min(POLL_MS, Math.max(1, (dueAt ?? Number.POSITIVE_INFINITY) - at));
  }

  function report(id: string, { outcome }: SendOutcome, settlement: MessageSettlement) {
    onAttempt(settlement.outcome === 'given_up' ? 'given_up' : outcome);
    if (settlement.outcome === 'refused' || settlement.outcome === 'given_up') {
      log.warn('a message is set aside', { id, outcome: settlement.outcome });
    }
  }

  function recover() {
    if (failures > 0) log.info('messages are sent again', { recipient, failedTimes: failures });
    failures = 0;
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
    failures += 1;
    if (failures === 1)
      log.warn(`messages wait: the receiver cannot be used: ${why}`, { recipient });
  }

  function pauseAfter(why: string): number {
    fail(why);
    return backoffMs(failures, UNREACHABLE, random());
  }

  return {
    start() {
      state = 'idle';
      poller.next(0);
    },
    wake() {
      news = true;
      // In a limited hour, the first message of a client may leave all the same.
      if (state === 'idle' || state === 'limited') poller.next(0);
    },
    async stop() {
      state = 'stopped';
      await poller.stop();
      // A last try: what was sent is not sent again after the next start.
      await save().catch((error) =>
        log.error('a result is lost', { recipient, ...errorFields(error) }),
      );
    },
    status: () => ({ state, reason }),
  };
}
