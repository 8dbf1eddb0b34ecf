import { expect, test } from 'vitest';
import { join as joinList, start } from '../list/testing/store-contract-list.ts';
import { openSendingSite, soon } from '../testing/sites/sending-site.ts';

const patient = (turn: number, all = 60_000) => ({
  timeouts: { connect: 9_000, greeting: 9_000, all, turn },
});

test.each(['RCPT', 'DATA'] as const)(
  'while the server is silent at %s for one domain, the others get their messages at once, and a stop waits for it',
  async (stage) => {
    const { mail, signUp, rules, received, store, clock } = await openSendingSite(patient(100));
    rules.answers[stage] = 'silence';
    rules.only = '@slow.example';
    await signUp('john@fast.example');
    for (let count = 0; count < 20; count++) await signUp(`p${count}@slow.example`);
    const mailbox = await received(1); // the slow ones were first in the queue
    expect(mailbox[0]?.to).toBe('john@fast.example');
    await soon(async () => expect(await store.mailState()).toMatchObject({ sent: 1 }));
    expect((await store.mailReasons()).map(({ reason, count }) => [reason, count])).toEqual([
      ['waits for earlier messages to a slow server', 18],
      ['no answer yet', 2],
    ]);
    const stopped = mail.stop();
    clock.advance(7_000);
    await stopped;
    const reasons = (await store.mailReasons()).map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(/^the site was stopped/));
    expect(await store.mailState()).toMatchObject({ waiting: 20 });
  },
);

test('a server that slowly refuses several domains refuses us, too', async () => {
  const { mail, signUp, clock, rules } = await openSendingSite(patient(200));
  Object.assign(rules, { answers: { RCPT: '554 5.7.1 Relay access denied' }, delayMs: 500 });
  for (const name of ['a', 'b', 'c']) await signUp(`jane@${name}.example`);
  await soon(() => {
    clock.advance(0);
    expect(mail.status()).toEqual({ state: 'failing', reason: '554 5.7.1' });
  });
});

test('a message of a mailing for which the server takes long stays in doubt meanwhile, and is never due again', async () => {
  const { mail, rules, received, store, clock } = await openSendingSite(patient(100));
  rules.answers.DATA = 'silence';
  rules.only = '@slow.example';
  await joinList(store, 'jane@slow.example');
  await joinList(store, 'john@fast.example');
  const { id } = await start(store, 2);
  mail.wake();
  await received(1);
  const recipients = { waiting: 0, in_doubt: 1, sent: 1, refused: 0 };
  await soon(async () => expect(await store.readMailing(id)).toMatchObject({ recipients }));
  const stopped = mail.stop();
  clock.advance(7_000);
  await stopped;
});
