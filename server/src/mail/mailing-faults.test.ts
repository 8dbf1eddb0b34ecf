import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import { join, start } from '../list/testing/store-contract-list.ts';
import { openSendingSite, soon } from '../testing/sites/sending-site.ts';

// They take a second; a busy machine must not make them fail.
vi.setConfig({ testTimeout: 90_000 });

/** A mailing to people, which the sender has not looked at yet. */
async function openMailing(people: number, mailHourly = 1_000) {
  const site = await openSendingSite({ config: { mailHourly } });
  const { store, mail, clock, mailbox } = site;
  for (let count = 0; count < people; count++) await join(store, `p${count}@a.example`, 'notifyme');
  const { id } = await start(store, people);
  const resting = [1, expect.stringMatching(/idle|limited/)];
  /** Lets time pass, as the sender sees it: in steps shorter than its pauses. */
  const pass = async (ms: number) => {
    mail.wake();
    for (const end = clock.now() + ms; clock.now() < end; ) {
      clock.advance(Math.min(MINUTE_MS / 2, end - clock.now()));
      await soon(() => expect([clock.timers(), mail.status().state]).toEqual(resting));
    }
  };
  const read = async () => {
    const mailing = await store.readMailing(id);
    const states = ['waiting', 'in_doubt', 'sent', 'refused'] as const;
    return [mailing?.state, ...states.map((state) => mailing?.recipients[state])];
  };
  const expectOnceEach = () => {
    const got = mailbox.map(({ to }) => to).filter((to) => to.endsWith('@a.example'));
    expect([got.length, new Set(got).size]).toEqual([people, people]);
  };
  return { ...site, id, pass, read, expectOnceEach };
}

test('a server that answers 451 for an hour gets few attempts; everybody gets the message once, and a confirmation does not wait', async () => {
  const { rules, pass, read, attempts, mailbox, signUp, ...site } = await openMailing(40);
  rules.answers.RCPT = '451 4.3.0 Later';
  rules.only = '@a.example';
  await pass(HOUR_MS);
  expect(await read()).toEqual(['sending', 40, 0, 0, 0]);
  expect(attempts.length).toBeLessThan(20);
  const { store, id, clock, expectOnceEach } = site;
  expect(await store.readPutOff(id, clock.now())).toMatchObject({ reason: '451 4.3.0 Later' });
  await signUp('new@b.example');
  await pass(MINUTE_MS);
  expect(mailbox.map(({ to }) => to)).toEqual(['new@b.example']);
  rules.answers = {};
  await pass(HOUR_MS);
  expect(await read()).toEqual(['done', 0, 0, 40, 0]);
  expectOnceEach();
});

test('while the clock is not believed, a mailing waits and goes on by itself; what a visitor asks for leaves', async () => {
  const { store, clock, mailbox, signUp, ...site } = await openMailing(3);
  await store.judgeClock(clock.now());
  clock.advance(900 * DAY_MS);
  await signUp('new@b.example');
  await site.pass(MINUTE_MS);
  expect(mailbox.map(({ to }) => to)).toEqual(['new@b.example']);
  expect(await site.read()).toEqual(['sending', 3, 0, 0, 0]);
  clock.advance(-900 * DAY_MS);
  await site.pass(2 * MINUTE_MS);
  expect(await site.read()).toEqual(['done', 0, 0, 3, 0]);
});

test.each([
  ['after 250 has', { hangsUp: 4 }, 0],
  ['instead of an answer may have', { drops: 2 }, 2],
])('a server that hangs up %s the message: it never gets it again', async (_, how, inDoubt) => {
  const { rules, pass, read, store, id, expectOnceEach } = await openMailing(4);
  Object.assign(rules, how);
  await pass(HOUR_MS);
  expect(await read()).toEqual(['done', 0, inDoubt, 4 - inDoubt, 0]);
  expectOnceEach();
  const reason = expect.stringContaining('ended after the whole message was handed over');
  expect(await store.readTroubled(id)).toMatchObject(Array(inDoubt).fill({ reason }));
});
