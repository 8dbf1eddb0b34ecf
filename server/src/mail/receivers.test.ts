import { expect, test } from 'vitest';
import { createReceivers } from './receivers.ts';
import type { MailOutcome, Progress } from './smtp.ts';

const SENT: MailOutcome = { outcome: 'sent', reply: '250' };
const REFUSED: MailOutcome = { outcome: 'unreachable', reason: '421 4.7.0', mayHaveArrived: false };

/** Makes attempts for receivers whose servers are silent until the test answers for them. */
function open() {
  const receivers = createReceivers(() => 0, 200);
  const running = new Set<string>();
  const brokenOff: string[] = [];
  /** Begins an attempt, of which no connection may be made. */
  function begin(address: string) {
    let progress: Progress | null = null;
    let hasYielded = false;
    let answer = (_: MailOutcome) => {};
    const yieldTurn = () => {
      hasYielded = true;
    };
    const { signal: stop } = new AbortController();
    const ended = receivers.attempt(address, { signal: stop, yieldTurn }, (signal, told) => {
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
      answer(outcome: MailOutcome) {
        answer(outcome);
        return ended;
      },
    };
  }
  /** An attempt whose server takes long, and perhaps has the whole message. */
  function beginSlow(address: string, isHandedOver = false) {
    const attempt = begin(address);
    if (isHandedOver) attempt.progress.onHandedOver?.();
    attempt.progress.onTurnOver?.();
    attempt.progress.onSlow?.();
    return attempt;
  }
  const beginMany = (count: number, isHandedOver = false) =>
    Array.from({ length: count }, (_, at) => beginSlow(`a@slow${at}.example`, isHandedOver));
  return { receivers, begin, beginSlow, beginMany, running, brokenOff };
}

test('however many domains are slow, the next attempt begins; 18 go on beside it, and the longest is broken off', () => {
  const { begin, beginMany, running, brokenOff } = open();
  expect(beginMany(200).every(({ hasYielded }) => hasYielded())).toBe(true);
  expect(running.size).toBe(18);
  expect(brokenOff.slice(0, 3)).toEqual([0, 1, 2].map((count) => `a@slow${count}.example`));
  expect(begin('jane@a.example').isMade).toBe(true);
});

test('attempts for domains that were slow get half of the connections, and their messages come back one after another', async () => {
  const { begin, beginSlow, beginMany, receivers } = open();
  const [slowest] = beginMany(9);
  const [first, second] = [begin('b@slow0.example'), begin('b@slow1.example')];
  expect([first.isMade, second.isMade]).toEqual([false, false]);
  const [one, two] = await Promise.all([first.ended, second.ended]);
  expect([one, two]).toMatchObject([{ retryAt: 15_000 }, { retryAt: 20_000 }]);
  await slowest?.answer(SENT);
  await begin('b@slow0.example').answer(SENT);
  const isPrompt = ['slow0.example', 'slow1.example'].map(receivers.isPrompt);
  expect(isPrompt).toEqual([true, false]);
  beginSlow('a@new.example');
  expect(begin('c@slow0.example').isMade).toBe(true);
});

test('messages that the server has are not broken off: beside them the next one waits until it is slow, and is broken off', async () => {
  const { beginMany, beginSlow, begin, brokenOff } = open();
  beginMany(18, true);
  const next = begin('jane@a.example');
  next.progress.onTurnOver?.();
  expect([next.hasYielded(), brokenOff]).toEqual([false, []]);
  next.progress.onSlow?.();
  expect([next.hasYielded(), brokenOff]).toEqual([false, ['jane@a.example']]);
  expect(await next.ended).toMatchObject({ outcome: 'later' });
  const kept = beginSlow('jane@b.example', true);
  expect([kept.hasYielded(), brokenOff]).toEqual([true, ['jane@a.example']]);
});

test('where the mail server allows few connections and has all their messages, one is left for domains that take mail', async () => {
  const { beginMany, begin, brokenOff } = open();
  await begin('jane@known.example').answer(SENT);
  beginMany(5, true);
  await begin('john@known.example').answer(REFUSED);
  expect(brokenOff).toEqual(['a@slow0.example']);
  const isMade = ['a@new.example', 'john@known.example'].map((address) => begin(address).isMade);
  expect(isMade).toEqual([false, true]);
});

test.each([
  [1, 1],
  [5, 4],
])(
  'where the mail server refuses one more than %i connections, slow domains get %i',
  async (allowed, most) => {
    const { beginMany, beginSlow, begin, running, brokenOff } = open();
    beginMany(allowed);
    await begin('jane@a.example').answer(REFUSED);
    expect(brokenOff).toEqual(['a@slow0.example']);
    const again = begin('b@slow0.example');
    expect(again.isMade).toBe(allowed === 1); // none goes on
    await again.answer(SENT);
    for (let count = 5; count < 50; count++) beginSlow(`a@slow${count}.example`);
    expect(running.size).toBe(most);
  },
);

const refusal = (reason: string) =>
  ({ outcome: 'refused', reason, mayHaveArrived: false }) as const;
const DENIED = refusal('554 5.7.1 Relay access denied by a stranger');
/** Only the status: the words may be those of a stranger's server. */
const ABOUT_US = { outcome: 'later', isAboutUs: true, reason: '554 5.7.1' };

test('refusals of three domains in a row are about us, except what is said of a receiver', async () => {
  const { begin } = open();
  for (const name of ['a', 'a', 'a', 'b'])
    expect(await begin(`jane@${name}.org`).answer(DENIED)).toBe(DENIED);
  expect(await begin('jane@c.org').answer(DENIED)).toMatchObject(ABOUT_US);
  const unknown = refusal('550 5.1.1 No such user');
  expect(await begin('jane@c.org').answer(unknown)).toBe(unknown);
  expect(await begin('jane@d.org').answer(DENIED)).toMatchObject(ABOUT_US);
});

test('domains of a stranger that are refused say nothing about us, once mail was accepted', async () => {
  const { begin } = open();
  await begin('jane@known.org').answer(SENT);
  for (const name of ['a', 'b', 'c', 'd'])
    expect(await begin(`jane@${name}.org`).answer(DENIED)).toBe(DENIED);
  expect(await begin('john@known.org').answer(DENIED)).toMatchObject(ABOUT_US);
});
