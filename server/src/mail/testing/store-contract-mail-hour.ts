import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { accept, join, start } from '../../list/testing/store-contract-list.ts';
import { NOON, newId, newRequest, signup } from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';

/** Sends all that may leave at a time. Returns how many of each kind. */
export async function sendAll(store: SiteStore, now: number, hourly = 40) {
  const sent = { team: 0, asked: 0, mailing: 0 };
  for (;;) {
    const { message, freeAt } = await store.nextMessage({ recipient: 'mail', now, hourly });
    if (!message || freeAt !== null) return sent;
    expect(await store.startAttempt(message.id, { now, dueAt: now })).toBe(true);
    await store.settleMessage(message.id, { outcome: 'sent', at: now });
    if (message.kind === 'confirmation') sent.asked += 1;
    else sent[message.kind === 'mailing' ? 'mailing' : 'team'] += 1;
  }
}

/** Queues messages of a kind, each for somebody else. */
export async function ask(store: SiteStore, kind: 'asked' | 'team', count: number, at = NOON) {
  for (let message = 0; message < count; message++) {
    const notice = { id: newId(), recipient: 'mail', kind: 'digest', payload: {}, at };
    if (kind === 'team')
      await store.mark({ name: `told:${notice.id}`, value: '', at }, { notices: [notice] });
    else
      await store.insertSignup(signup({ email: `${newId()}@a.test` }), newRequest({ at: at - 1 }));
  }
}

/** Starts a mailing to this many people. */
export async function mailTo(store: SiteStore, people: number) {
  for (let count = 0; count < people; count++) await join(store, `${newId()}@list.test`);
  return (await start(store, people)).id;
}

/** How much of the hour each kind of mail gets. */
export function mailHourContract(open: Open) {
  test('20 unconfirmed signups at 40 an hour starve neither a mailing nor an invitation', async () => {
    const store = await open();
    await ask(store, 'asked', 20);
    expect(await sendAll(store, NOON)).toEqual({ team: 0, asked: 20, mailing: 0 });
    await mailTo(store, 20);
    await ask(store, 'team', 3);
    await ask(store, 'asked', 20);
    expect(await sendAll(store, NOON + 1)).toEqual({ team: 3, asked: 5, mailing: 10 });
  });

  test('where all kinds wait, each gets its part: a half, and two quarters', async () => {
    const store = await open();
    await mailTo(store, 30);
    await ask(store, 'team', 30);
    await ask(store, 'asked', 30);
    expect(await sendAll(store, NOON)).toEqual({ team: 10, asked: 20, mailing: 10 });
    expect(await sendAll(store, NOON + HOUR_MS - 1)).toEqual({ team: 0, asked: 0, mailing: 0 });
    expect(await sendAll(store, NOON + HOUR_MS)).toEqual({ team: 20, asked: 10, mailing: 10 });
  });

  test('what others do not use is anybody’s, but for half of their parts: that leaves at once', async () => {
    const store = await open();
    await mailTo(store, 60);
    expect(await sendAll(store, NOON)).toEqual({ team: 0, asked: 0, mailing: 25 });
    await ask(store, 'asked', 60);
    expect(await sendAll(store, NOON + 1)).toEqual({ team: 0, asked: 10, mailing: 0 });
    await ask(store, 'team', 9);
    expect(await sendAll(store, NOON + 2)).toEqual({ team: 5, asked: 0, mailing: 0 });
    expect(await sendAll(store, NOON + HOUR_MS)).toEqual({ team: 4, asked: 11, mailing: 10 });
  });

  test('a quarter of its share is kept for what comes first: an alert among invitations, a client among those that ask for many', async () => {
    const store = await open();
    for (let count = 0; count < 30; count++) {
      const { id } = await join(store, `${newId()}@list.test`);
      await store.decide([id], accept);
      await store.invite([{ id: newId(), signupId: id, token: id, at: NOON }]);
      const again = newRequest({ priority: -1 });
      await store.insertSignup(signup({ email: `${id}@a.test` }), again);
    }
    expect(await sendAll(store, NOON)).toEqual({ team: 12, asked: 18, mailing: 0 });
    await ask(store, 'team', 1);
    await ask(store, 'asked', 1);
    expect(await sendAll(store, NOON + 1)).toEqual({ team: 1, asked: 1, mailing: 0 });
  });
}
