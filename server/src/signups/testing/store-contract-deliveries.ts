import { expect, test } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import {
  accept,
  EVERYBODY,
  hand,
  handAndSettle,
  join,
  queue,
  refused,
  sent,
  start,
} from '../../list/testing/store-contract-list.ts';
import { messageIdOf } from '../../mail/message-id.ts';
import {
  agreed,
  markSent,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';

const EMAIL = 'jane@bücher.example';
const leftOut = async (store: SiteStore) => (await store.countAudience(EVERYBODY)).leftOut;
const report = (store: SiteStore, state: 'bounced' | 'complained' | 'fine', email = EMAIL) =>
  store.recordDelivery({ email, state, at: NOON });

/** A store with a confirmed application, which is accepted. `invite` invites its person by name. */
async function openAccepted(open: Open) {
  const store = await open();
  const request = newRequest();
  const jane = signup({ email: EMAIL, signupType: 'beta' });
  await store.insertSignup(jane, request);
  await markSent(store, request.id);
  await store.confirmSignup(request.token, NOON, [], agreed('beta'));
  await store.decide([jane.id], accept);
  const invite = () => store.invite([{ id: newId(), signupId: jane.id, token: newId(), at: NOON }]);
  return { store, jane, request, invite };
}

export function deliveriesContract(open: Open) {
  test('an address without a mailbox is left out until later evidence, whichever it is', async () => {
    const { store, request, invite } = await openAccepted(open);
    const { token, code } = request;
    const evidence = [
      () => store.confirmSignup(token, NOON + 1),
      () => store.confirmByCode({ email: EMAIL, code, at: NOON + 1 }),
      () => store.insertSignup(signup({ email: EMAIL, name: 'J.' }), newRequest()),
      () => store.insertSignup(signup({ email: EMAIL }), null),
      () => report(store, 'fine', ' JANE@xn--bcher-kva.example '),
      async () => {
        await invite();
        await handAndSettle(store, sent());
      },
    ];
    for (const happens of evidence) {
      expect(await invite()).toEqual({ queued: 1, refused: 0 });
      await handAndSettle(store, refused());
      expect(await leftOut(store)).toMatchObject({ undeliverable: 1, complained: 0 });
      expect(await store.nextToInvite(9)).toEqual([]);
      await happens();
      expect((await leftOut(store)).undeliverable, String(happens)).toBe(0);
    }
    const [webhook, at] = [newId(), NOON];
    const notice = { recipient: 'hook', kind: 'signup.confirmed', payload: {}, at };
    const other = newRequest();
    await store.insertSignup(signup({ email: 'john@a.org' }), other);
    await store.confirmSignup(other.token, NOON, [{ id: webhook, ...notice }], agreed());
    await report(store, 'bounced', 'john@a.org');
    await markSent(store, webhook); // that says nothing of his address
    expect((await leftOut(store)).undeliverable).toBe(1);
  });

  test('who complained gets no mailing, also after another signup, but what they ask for, until an operator says so', async () => {
    const store = await open();
    await store.insertSignup(signup({ email: EMAIL }), newRequest());
    expect(await report(store, 'complained', EMAIL.toUpperCase())).toBe(true);
    const request = newRequest();
    const again = signup({ email: EMAIL, signupType: 'beta' });
    expect(await store.insertSignup(again, request)).toBe('created');
    expect((await store.nextMessage(queue)).message).toMatchObject({ kind: 'confirmation' });
    await report(store, 'bounced');
    await store.confirmSignup(request.token, NOON, [], agreed('beta'));
    const { addresses } = await store.readListHistory([again.id]);
    expect(addresses).toMatchObject([{ undeliverableAt: null, complainedAt: NOON }]);
    await store.insertSignup(signup({ email: EMAIL }), newRequest());
    expect(await leftOut(store)).toMatchObject({ unconfirmed: 0, complained: 1 });
    await store.decide([again.id], accept);
    expect(await store.nextToInvite(9)).toEqual([]);
    const invitation = { id: newId(), signupId: again.id, token: 'a', at: NOON };
    expect(await store.invite([invitation])).toMatchObject({ queued: 1 });
    expect(await handAndSettle(store, sent())).toMatchObject({ kind: 'invitation' });
    expect((await leftOut(store)).complained).toBe(1);
    await report(store, 'bounced');
    expect((await store.readListHistory([again.id])).addresses).toMatchObject([
      { signupId: again.id, undeliverableAt: NOON, complainedAt: NOON },
    ]);
    expect(await report(store, 'fine')).toBe(true);
    expect((await store.countAudience(EVERYBODY)).people).toBe(1);
    expect(await report(store, 'complained', 'nobody@a.org')).toBe(false);
  });

  test('while a mailing goes out, who bounced or complained is left out; a bounced message is no mailing, so another one reaches its person', async () => {
    const store = await open();
    for (const name of ['a', 'b', 'c']) await join(store, `${name}@a.org`);
    const { id } = await start(store, 3);
    const message = await handAndSettle(store, sent());
    const { signup: person } = message ?? {};
    const messageId = `${messageIdOf(message?.id ?? '', person?.id ?? '')}@a.org`;
    const bounce = {
      messageId: `<${messageId.toUpperCase()}>`,
      state: 'bounced',
      at: NOON,
    } as const;
    expect(await store.recordDelivery(bounce)).toBe(true);
    const [one = '', other = ''] = ['a@a.org', 'b@a.org', 'c@a.org'].filter(
      (email) => email !== person?.email,
    );
    await report(store, 'bounced', one);
    await report(store, 'complained', other);
    expect([await hand(store), await hand(store)]).toEqual([null, null]);
    const recipients = { waiting: 0, in_doubt: 0, sent: 0, refused: 3 };
    expect(await store.readMailing(id)).toMatchObject({ state: 'done', recipients });
    const reasons = (await store.readTroubled(id)).map(({ reason }) => reason).sort();
    const notSent = ['not sent: its owner complained', 'not sent: the address is undeliverable'];
    expect(reasons).toEqual(['it bounced', ...notSent]);
    expect(await leftOut(store)).toMatchObject({ undeliverable: 2, complained: 1, wording: 0 });
    await store.recordDelivery({ messageId, state: 'fine', at: NOON });
    expect((await start(store, 1)).started).toEqual({ outcome: 'started' });
    expect(await hand(store)).toMatchObject({ signup: { id: person?.id } });
    for (const unknown of ['', '<a@b.c>', `${newId()}.${newId()}@a.org`, `${newId()}@a.org`])
      expect(await store.recordDelivery({ ...bounce, messageId: unknown }), unknown).toBe(false);
  });
}
