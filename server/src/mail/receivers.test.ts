import { expect, test } from 'vitest';
import { createReceivers } from './receivers.ts';
import type { MailOutcome } from './smtp.ts';

const SENT: MailOutcome = { outcome: 'sent', reply: '250' };

/** Makes attempts for receivers whose servers are silent until the test answers for them. */
function open() {
  const receivers = createReceivers(() => 0);
  /** Begins an attempt, of which no connection may be made. */
  function begin(address: string) {
    const attempt = { isMade: false, hasYielded: false, takesLong() {} };
    let answer = (_: MailOutcome) => {};
    const yieldTurn = () => {
      attempt.hasYielded = true;
    };
    const ended = receivers.attempt(address, yieldTurn, (onTurnOver) => {
      attempt.isMade = true;
      attempt.takesLong = onTurnOver;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    return Object.assign(attempt, {
      ended,
      answer(outcome: MailOutcome) {
        answer(outcome);
        return ended;
      },
    });
  }
  function beginSlow(address: string) {
    const attempt = begin(address);
    attempt.takesLong();
    return attempt;
  }
  return { begin, beginSlow };
}

test('five attempts that take long go on beside the next one; a sixth one keeps its turn until one of them ends', async () => {
  const { beginSlow } = open();
  const all = [0, 1, 2, 3, 4, 5].map((count) => beginSlow(`a@slow${count}.example`));
  expect(all.map(({ hasYielded }) => hasYielded)).toEqual([true, true, true, true, true, false]);
  await all[2]?.answer(SENT);
  expect(all[5]?.hasYielded).toBe(true);
});

test('a domain gets two connections; its other messages come back one after another', async () => {
  const { begin, beginSlow } = open();
  const [first] = [beginSlow('a@slow.example'), beginSlow('b@SLOW.example')];
  const others = [begin('c@slow.example'), begin('d@slow.example')];
  expect(others.map(({ isMade }) => isMade)).toEqual([false, false]);
  const ends = await Promise.all(others.map(({ ended }) => ended));
  expect(ends).toMatchObject([{ retryAt: 15_000 }, { retryAt: 20_000 }]);
  expect(begin('jane@a.example').isMade).toBe(true);
  await first?.answer(SENT);
  expect(begin('c@slow.example').isMade).toBe(true);
});

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

test('a message that is accepted ends that', async () => {
  const { begin } = open();
  for (const name of ['a', 'b', 'c']) await begin(`jane@${name}.org`).answer(DENIED);
  await begin('jane@known.org').answer(SENT);
  expect(await begin('jane@d.org').answer(DENIED)).toBe(DENIED);
});
