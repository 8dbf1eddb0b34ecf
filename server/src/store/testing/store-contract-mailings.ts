import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Store } from '../store.ts';
import { NOON, newId, newRequest, signup } from './store-contract-data.ts';
import { accept, EVERYBODY, hand, join, queue, start, WORDS } from './store-contract-list.ts';

const MINUTE_MS = 60_000;

type Open = () => Store | Promise<Store>;

export function mailingContract(open: Open) {
  test('a mailing goes once to whoever is confirmed and in its group, and to nobody who had one', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    await join(store, 'john@example.org', 'notifyme');
    await store.insertSignup(signup({ email: 'new@example.org' }), null);
    await store.decide([jane.id], accept);
    const accepted = { ...EVERYBODY, types: ['beta' as const], states: ['accepted' as const] };
    expect(await store.countAudience(accepted)).toEqual({
      people: 1,
      byType: { notifyme: 0, beta: 1 },
      leftOut: { unconfirmed: 0, undeliverable: 0, wording: 0, otherGroup: 2 },
    });
    expect((await store.countAudience(EVERYBODY)).leftOut.unconfirmed).toBe(1);
    expect((await start(store, 3)).started).toEqual({ outcome: 'other_number', people: 2 });
    expect((await start(store, 1, accepted)).started).toEqual({ outcome: 'started' });
    const message = await hand(store);
    expect(message?.payload).toMatchObject({ words: WORDS });
    expect(message?.payload['code']).toMatch(/^[2-9A-HJ-NP-TW-Z]{10}$/);
    await store.settleMessage(message?.id ?? '', { outcome: 'sent', at: NOON });
    expect((await store.countAudience(EVERYBODY)).leftOut.wording).toBe(1);
    const all = await start(store, 1);
    expect(await hand(store)).toMatchObject({ signup: { email: 'john@example.org' } });
    expect(await store.readMailing(all.id)).toMatchObject({
      people: 1,
      recipients: { in_doubt: 1 },
    });
    expect((await store.readMailings()).map(({ state }) => state).sort()).toEqual([
      'done',
      'draft',
      'sending',
    ]);
  });

  test('what a mailbox had is forgotten with its signups', async () => {
    const store = await open();
    const emails = ['a', 'b', 'c'].map((tag) => `jane+${tag}@example.org`);
    for (const email of emails) await join(store, email);
    await start(store, 3);
    for (const _ of emails) {
      const message = await hand(store);
      await store.settleMessage(message?.id ?? '', { outcome: 'sent', at: NOON });
    }
    await join(store, 'jane+d@example.org');
    await start(store, 1);
    expect(await hand(store)).toBeNull();
    for (const email of emails) await store.eraseSignups(email, NOON);
    await join(store, 'jane+e@example.org');
    await start(store, 1);
    expect(await hand(store)).toMatchObject({ signup: { email: 'jane+e@example.org' } });
  });

  test('what may have left is in doubt until its answer is stored, and is sent again only when somebody says so', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const { id } = await start(store, 1);
    const message = await hand(store);
    // The process dies here.
    expect((await store.nextMessage(queue)).message).toBeNull();
    expect(await store.readTroubled(id)).toMatchObject([
      { signupId: jane.id, state: 'in_doubt', attemptedAt: NOON },
    ]);
    expect(await store.sendAgain(id, [jane.id], NOON, NOON)).toBe(0);
    await store.dropUnsendable(NOON, 1000);
    expect((await store.readMailing(id))?.state).toBe('done');
    expect(await store.sendAgain(id, [jane.id], NOON + 1, NOON + 1)).toBe(1);
    const again = await hand(store, NOON + 1);
    // A late answer to the first attempt.
    const late = { outcome: 'retry', dueAt: NOON, reason: '451' } as const;
    await store.settleMessage(message?.id ?? '', late);
    expect(await hand(store, NOON + 1)).toBeNull();
    await store.settleMessage(again?.id ?? '', { outcome: 'sent', at: NOON });
    expect(await store.readMailing(id)).toMatchObject({ state: 'done', recipients: { sent: 1 } });
  });

  test('a refusal marks the address; another answer lets the person wait; who leaves gets nothing more', async () => {
    const store = await open();
    const people = [];
    for (const name of ['a', 'b', 'c']) people.push(await join(store, `${name}@${name}.org`));
    const { id } = await start(store, 3);
    const first = await hand(store);
    await store.settleMessage(first?.id ?? '', {
      outcome: 'refused',
      at: NOON,
      reason: '550 5.1.1 no such user',
    });
    const second = await hand(store);
    const dueAt = NOON + HOUR_MS;
    const retry = { outcome: 'retry', dueAt, reason: '451 later' } as const;
    await store.settleMessage(second?.id ?? '', retry);
    const third = await hand(store);
    await store.settleMessage(third?.id ?? '', { ...retry, handedOverAt: NOON });
    expect((await store.readMailing(id))?.recipients).toEqual({
      ...{ waiting: 1, in_doubt: 1, sent: 0, refused: 1 },
    });
    const { leftOut } = await store.countAudience(EVERYBODY);
    expect(leftOut).toMatchObject({ undeliverable: 1, wording: 2 });
    expect(await store.nextMessage(queue)).toMatchObject({ message: null, dueAt });
    const leaver = people.find((one) => one.email === second?.signup?.email);
    const left = await store.leave(String(second?.payload['leaveToken']), NOON);
    expect([leaver !== undefined, left]).toEqual([true, 'left']);
    expect((await store.nextMessage({ ...queue, now: dueAt })).message).toBeNull();
    // Nobody would send to them, and they would no longer be listed.
    await store.changeMailing(id, 'stopped', NOON);
    const ids = people.map((one) => one.id);
    expect(await store.sendAgain(id, ids, NOON + 1, NOON)).toBe(0);
  });

  test('a start that was broken off is a draft again after ten minutes', async () => {
    const store = await open();
    for (const name of ['a', 'b']) await join(store, `${name}@${name}.org`);
    const id = newId();
    await store.saveMailing({ id, content: { audience: EVERYBODY, words: WORDS }, at: NOON });
    const step = (after: string | null) =>
      store.addRecipients({ mailingId: id, after, limit: 1, messageIds: [newId()], at: NOON });
    const after = await step(null);
    // The process dies here.
    await store.dropUnsendable(NOON + 10 * MINUTE_MS, 1000);
    expect(await store.readMailing(id)).toMatchObject({ state: 'starting' });
    await store.dropUnsendable(NOON + 10 * MINUTE_MS + 1, 1000);
    expect(await store.readMailing(id)).toMatchObject({
      state: 'draft',
      recipients: { waiting: 0 },
    });
    // It was only slow, and goes on.
    await step(after);
    expect(await store.startMailing(id, 2, NOON)).toEqual({ outcome: 'other_number', people: 1 });
    expect((await store.readMailing(id))?.state).toBe('draft');
  });

  test('people wait for no time that a clock which was ahead has stored', async () => {
    const store = await open();
    await join(store, 'jane@example.org');
    await start(store, 1, EVERYBODY, NOON + DAY_MS);
    const message = await hand(store);
    expect(message).toMatchObject({ signup: { email: 'jane@example.org' } });
    const retry = { outcome: 'retry', dueAt: NOON + 30 * DAY_MS, reason: '451 later' } as const;
    await store.settleMessage(message?.id ?? '', retry);
    expect(await hand(store)).toMatchObject({ id: message?.id });
  });

  test('a message that is disliked is refused, and marks no address', async () => {
    const store = await open();
    const jane = await join(store, 'jane@example.org');
    const { id } = await start(store, 1);
    const message = await hand(store);
    const reason = '554 5.7.1 this looks like spam';
    await store.settleMessage(message?.id ?? '', { outcome: 'refused', at: NOON, reason });
    expect(await store.readTroubled(id)).toMatchObject([{ signupId: jane.id, state: 'refused' }]);
    expect((await store.countAudience(EVERYBODY)).people).toBe(1);
  });

  test('pause, resume and stop hold at once; a confirmation goes first, and keeps half of the hour', async () => {
    const store = await open();
    for (const name of ['a', 'b', 'c']) await join(store, `${name}@${name}.org`);
    const { id } = await start(store, 3);
    const before = await store.nextMessage(queue);
    expect(await store.changeMailing(id, 'paused', NOON)).toBe(true);
    expect(await store.changeMailing(id, 'paused', NOON)).toBe(false);
    // It was read before the pause.
    expect(await store.startAttempt(before.message?.id ?? '', { now: NOON, dueAt: NOON })).toBe(
      false,
    );
    expect(await hand(store)).toBeNull();
    expect(await store.changeMailing(id, 'sending', NOON)).toBe(true);
    await store.insertSignup(signup({ email: 'new@new.org' }), newRequest({ priority: -500 }));
    const confirmation = await hand(store);
    expect(confirmation).toMatchObject({ kind: 'confirmation' });
    await store.settleMessage(confirmation?.id ?? '', { outcome: 'sent', at: NOON });
    // One of two an hour was sent.
    expect(await store.nextMessage({ ...queue, hourly: 2 })).toMatchObject({
      message: null,
      dueAt: NOON + HOUR_MS,
    });
    expect(await store.nextMessage({ ...queue, hourly: 3 })).toMatchObject({
      message: { kind: 'mailing' },
    });
    const restored = NOON + HOUR_MS;
    expect(await store.pauseCopies(restored - HOUR_MS / 2 - 1)).toBe(0);
    expect(await store.pauseCopies(restored)).toBe(1);
    const reason = expect.stringContaining('copy');
    expect(await store.readMailing(id)).toMatchObject({ state: 'paused', reason });
    expect(await store.pauseCopies(restored)).toBe(0);
    expect(await store.changeMailing(id, 'stopped', NOON)).toBe(true);
    expect((await store.countAudience(EVERYBODY)).people).toBe(3);
    expect(
      await store.saveMailing({ id, content: { audience: EVERYBODY, words: WORDS }, at: 1 }),
    ).toBe(false);
    expect(await store.deleteMailing(id)).toBe(false);
  });
}
