import { expect, test } from 'vitest';
import { createReceivers } from './receivers.ts';
import type { MailOutcome, Progress } from './smtp.ts';

/** Makes attempts for receivers whose servers are silent until the test answers for them. */
function open() {
  const receivers = createReceivers(() => 0, 200);
  const running = new Set<string>();
  const brokenOff: string[] = [];
  /** @returns `null` if no connection was made */
  function begin(address: string) {
    const stop = new AbortController();
    let progress: Progress | null = null;
    let hasYielded = false;
    let answer = (_: MailOutcome) => {};
    const yieldTurn = () => {
      hasYielded = true;
    };
    const ended = receivers.attempt(address, { signal: stop.signal, yieldTurn }, (signal, told) => {
      progress = told;
      running.add(address);
      signal.addEventListener('abort', () => {
        brokenOff.push(address);
        answer({ outcome: 'later', reason: String(signal.reason), mayHaveArrived: false });
      });
      return new Promise<MailOutcome>((resolve) => {
        answer = (outcome) => {
          running.delete(address);
          resolve(outcome);
        };
      });
    });
    return {
      ended,
      isMade: progress !== null,
      progress: (progress ?? {}) as Progress,
      hasYielded: () => hasYielded,
      answer: (outcome: MailOutcome) => answer(outcome),
    };
  }
  /** An attempt whose server takes long. */
  function beginSlow(address: string) {
    const attempt = begin(address);
    attempt.progress.onTurnOver?.();
    attempt.progress.onSlow?.();
    return attempt;
  }
  return { receivers, begin, beginSlow, running, brokenOff };
}

const SENT: MailOutcome = { outcome: 'sent', reply: '250' };

test('however many domains are slow, the next attempt begins; 18 go on beside it, and the longest is broken off', () => {
  const { begin, beginSlow, running, brokenOff } = open();
  for (let count = 0; count < 200; count++) {
    expect(beginSlow(`a@slow${count}.example`).hasYielded()).toBe(true);
    expect(running.size).toBeLessThanOrEqual(18);
  }
  expect(brokenOff.slice(0, 3)).toEqual([0, 1, 2].map((count) => `a@slow${count}.example`));
  expect(begin('jane@a.example').isMade).toBe(true);
});

test('attempts for domains that were slow get half of the connections, and their messages come back one after another', async () => {
  const { begin, beginSlow, receivers } = open();
  const attempts = [...Array(9)].map((_, count) => beginSlow(`a@slow${count}.example`));
  const [first, second] = [begin('b@slow0.example'), begin('b@slow1.example')];
  expect([first.isMade, second.isMade]).toEqual([false, false]);
  const [one, two] = await Promise.all([first.ended, second.ended]);
  expect([one, two]).toMatchObject([{ retryAt: 15_000 }, { retryAt: 20_000 }]);
  attempts[0]?.answer(SENT);
  await attempts[0]?.ended;
  const again = begin('b@slow0.example');
  again.answer(SENT);
  await again.ended;
  expect([receivers.isPrompt('slow0.example'), receivers.isPrompt('slow1.example')]).toEqual([
    true,
    false,
  ]);
  beginSlow('a@new.example');
  expect(begin('c@slow0.example').isMade).toBe(true);
});

test('messages that the server has are not broken off: beside them the next one waits until it is slow, and is broken off', async () => {
  const { beginSlow, begin, brokenOff } = open();
  for (let count = 0; count < 18; count++) {
    beginSlow(`a@slow${count}.example`).progress.onHandedOver?.();
  }
  const next = begin('jane@a.example');
  next.progress.onTurnOver?.();
  expect([next.hasYielded(), brokenOff]).toEqual([false, []]);
  next.progress.onSlow?.();
  expect([next.hasYielded(), brokenOff]).toEqual([false, ['jane@a.example']]);
  expect(await next.ended).toMatchObject({ outcome: 'later' });
  const kept = begin('jane@b.example');
  kept.progress.onTurnOver?.();
  kept.progress.onHandedOver?.();
  kept.progress.onSlow?.();
  expect([kept.hasYielded(), brokenOff]).toEqual([true, ['jane@a.example']]);
});

test('where the mail server allows few connections and has all their messages, one is left for domains that take mail', async () => {
  const { beginSlow, begin, brokenOff } = open();
  const jane = begin('jane@known.example');
  jane.answer(SENT);
  await jane.ended;
  for (let count = 0; count < 5; count++) {
    beginSlow(`a@slow${count}.example`).progress.onHandedOver?.();
  }
  const refused = begin('john@known.example');
  refused.answer({ outcome: 'unreachable', reason: '421 4.7.0', mayHaveArrived: false });
  await refused.ended;
  expect(brokenOff).toEqual(['a@slow0.example']);
  expect([begin('a@new.example').isMade, begin('john@known.example').isMade]).toEqual([
    false,
    true,
  ]);
});

test.each([
  [1, 1],
  [5, 4],
])(
  'where the mail server refuses one more than %i connections, slow domains get %i',
  async (allowed, most) => {
    const { beginSlow, begin, running, brokenOff } = open();
    for (let count = 0; count < allowed; count++) beginSlow(`a@slow${count}.example`);
    const refused = begin('jane@a.example');
    refused.answer({ outcome: 'unreachable', reason: '421 4.7.0', mayHaveArrived: false });
    await refused.ended;
    expect(brokenOff).toEqual(['a@slow0.example']);
    const again = begin('b@slow0.example');
    expect(again.isMade).toBe(allowed === 1); // none goes on
    again.answer(SENT);
    for (let count = 5; count < 50; count++) beginSlow(`a@slow${count}.example`);
    expect(running.size).toBe(most);
  },
);
