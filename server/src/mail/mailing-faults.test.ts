import { expect, test, vi } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { join, start } from '../store/testing/store-contract-list.ts';
import { openSendingSite, SOON } from '../testing/sites/sending-site.ts';

const MINUTE_MS = 60_000;

/** A mailing to people, which the sender has not looked at yet. */
async function openMailing(people: number) {
  const site = await openSendingSite({ mailHourly: 1_000 });
  const { store, mail, clock } = site;
  for (let count = 0; count < people; count++) await join(store, `p${count}@a.example`, 'notifyme');
  const { id } = await start(store, people);
  const rests = () =>
    vi.waitFor(() => expect([clock.timers(), mail.status().state]).toEqual([1, 'idle']), SOON);
  /** Lets time pass, as the sender sees it: in steps shorter than its pauses. */
  const pass = async (ms: number) => {
    mail.wake();
    for (const end = clock.now() + ms; clock.now() < end; ) {
      clock.advance(Math.min(MINUTE_MS / 2, end - clock.now()));
      await rests();
    }
  };
  const read = async () => {
    const mailing = await store.readMailing(id);
    return { state: mailing?.state, ...mailing?.recipients };
  };
  return { ...site, id, pass, read };
}

const onceEach = (mailbox: readonly { to: string }[], people: number) =>
  expect([mailbox.length, new Set(mailbox.map(({ to }) => to)).size]).toEqual([people, people]);

test.each(['RCPT', 'DATA'] as const)(
  'a server that answers 451 to %s for an hour gets few attempts; everybody gets the message once, and a confirmation does not wait',
  async (phase) => {
    const people = 40;
    const { rules, pass, read, attempts, mailbox, signUp, store, clock, id } =
      await openMailing(people);
    rules.answers[phase] = '451 4.3.0 Later';
    rules.only = '@a.example';
    await pass(HOUR_MS);
    expect(await read()).toEqual({
      state: 'sending',
      waiting: people,
      in_doubt: 0,
      sent: 0,
      refused: 0,
    });
    expect(attempts.length).toBeLessThan(20);
    expect(await store.readPutOff(id, clock.now())).toMatchObject({ reason: '451 4.3.0 Later' });
    await signUp('new@b.example');
    await pass(MINUTE_MS);
    expect(mailbox.map(({ to }) => to)).toEqual(['new@b.example']);
    rules.answers = {};
    await pass(HOUR_MS);
    expect(await read()).toEqual({
      state: 'done',
      waiting: 0,
      in_doubt: 0,
      sent: people,
      refused: 0,
    });
    onceEach(mailbox.slice(1), people);
  },
);

test('a server that hangs up after 250 has the message, once', async () => {
  const { rules, pass, read, mailbox } = await openMailing(4);
  rules.hangsUp = 4;
  await pass(HOUR_MS);
  expect(await read()).toEqual({ state: 'done', waiting: 0, in_doubt: 0, sent: 4, refused: 0 });
  onceEach(mailbox, 4);
});

test('a server that takes the message and hangs up leaves it in doubt, and never gets it again by itself', async () => {
  const { rules, pass, read, mailbox, store, id } = await openMailing(4);
  rules.drops = 2;
  await pass(HOUR_MS);
  expect(await read()).toEqual({ state: 'done', waiting: 0, in_doubt: 2, sent: 2, refused: 0 });
  onceEach(mailbox, 4);
  const reason = expect.stringMatching(/closed|ECONNRESET|ECONNECTION|ESOCKET/);
  expect(await store.readTroubled(id)).toMatchObject([{ reason }, { reason }]);
});
