import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { SiteStore } from '../../../database/site-store.ts';
import type { OutboxQueue } from '../../../store/mail-store.ts';
import { NOON, newRequest, signup } from '../../../store/testing/store-contract-data.ts';
import { openOutbox, soon } from '../../../testing/sites/outbox-site.ts';
import type { SendOutcome } from '../send-outcome.ts';
import { createSender, type SenderDeps } from '../sender.ts';

export const RETRY_MS = 60_000;
export const DOWN = { outcome: 'unreachable', reason: 'down' } as const;
export const LATER = { outcome: 'later', reason: 'not now' } as const;

export interface Attempt {
  id: string;
  signal: AbortSignal;
  yieldTurn(): void;
  end(result: SendOutcome): void;
}

/** Opens a sender whose attempts end when and how the test says. */
export async function openSender(change: (store: SiteStore) => Partial<SenderDeps> = () => ({})) {
  const { store, clock, sending, attempts, allLines } = await openOutbox(NOON);
  const asked: Attempt[] = [];
  /** What it asked the store each time that it looked for a message. */
  const looks: OutboxQueue[] = [];
  /** What it has stored of messages. */
  const settlements: string[] = [];
  /** The question that the store does not answer. */
  const disk = { fails: '' };
  const seen = { ...store };
  seen.nextMessage = async (queue) => {
    looks.push(queue);
    if (disk.fails === 'nextMessage') throw new Error('the disk is gone');
    return store.nextMessage(queue);
  };
  seen.settleMessage = async (...settled) => {
    if (disk.fails === 'settleMessage') throw new Error('the disk is gone');
    await store.settleMessage(...settled);
    settlements.push(settled[1].outcome);
  };
  /** Another process, which may be the one that sends. */
  const other = { sends: false };
  const sender = createSender({
    ...{ ...sending, store: seen },
    recipient: 'mail',
    runAlone: async (work) => !other.sends && store.runAlone('outbox', work),
    send: ({ id }, signal, yieldTurn) =>
      new Promise((end) => asked.push({ id, signal, yieldTurn, end })),
    hourly: null,
    retryDelay: (attempts) => attempts * RETRY_MS,
    settlementOf: ({ outcome }, _, at) =>
      outcome === 'sent' ? { outcome, at } : { outcome: 'retry', dueAt: at + RETRY_MS, reason: '' },
    onAttempt: (outcome) => attempts.push(outcome),
    ...change(seen),
  });
  onTestFinished(async () => {
    for (const { end } of asked) end(LATER);
    await sender.stop();
  });
  /** Queues a message as another process does, which cannot wake this one. */
  const queue = async (dueAt = clock.now()) => {
    const request = newRequest({ at: clock.now(), dueAt });
    await store.insertSignup(signup({ email: `${request.id}@a.example` }), request);
    return request.id;
  };
  /** The sender has done what it can. */
  const rests = () => soon(() => expect(clock.timers()).toBe(1));
  const attempt = async (count: number) => {
    await soon(() => {
      clock.advance(0);
      expect(asked).toHaveLength(count);
    });
    const last = asked.at(-1);
    if (!last) throw new Error('no attempt');
    return last;
  };
  /** An attempt that went on has ended, and so much is stored. */
  const settles = async (count: number) => {
    await soon(() => expect(settlements).toHaveLength(count));
    await nextTurn();
    clock.advance(0);
    await rests();
  };
  /** Lines of the log with a text. */
  const logged = (text: string) => allLines.filter((line) => line.includes(text));
  const held = { store, clock, disk, other, asked, attempts, looks };
  return { ...held, sender, queue, rests, attempt, settles, logged };
}
