import { expect } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import {
  accept,
  EVERYBODY,
  hand,
  handAndSettle,
  join,
  sent,
  start,
} from '../../list/testing/store-contract-list.ts';
import type { LaunchAnswer } from '../../store/store.ts';
import {
  agreed,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';

const JANE = 'jane@example.org';
const LATER = NOON + 7;

const audienceOf = async (store: SiteStore) => {
  const { people, leftOut } = await store.countAudience(EVERYBODY);
  const { neverShown, declined, restricted } = leftOut;
  return { people, neverShown, declined, restricted };
};
const NOBODY = { people: 0, neverShown: 0, declined: 0, restricted: 0 };

/** Stores a signup, of which a message waits. */
async function ask(store: SiteStore, email: string, signupType: 'beta' | 'notifyme' = 'notifyme') {
  const request = newRequest();
  await store.insertSignup(signup({ email, signupType }), request);
  return request;
}

async function confirmed(store: SiteStore, launch: LaunchAnswer | null, email = JANE) {
  const request = await ask(store, email, launch?.shown.kind);
  await store.confirmSignup(request.token, NOON, [], launch);
  return request;
}

const stateOf = async (store: SiteStore, email = JANE) => {
  const [one] = await store.readSignups(email);
  return (await store.readListHistory([one?.id ?? ''])).addresses[0];
};

export function launchContract(open: Open) {
  const test = testWith(open);

  test('who agreed when confirming is in the audience, with what was shown; nobody else is', async (store) => {
    await confirmed(store, agreed());
    await confirmed(store, { ...agreed('beta'), agreed: false }, 'no@example.org');
    await confirmed(store, null, 'api@example.org');
    expect(await audienceOf(store)).toEqual({ ...NOBODY, people: 1, neverShown: 1, declined: 1 });
    expect(await stateOf(store)).toMatchObject({
      ...{ launchAgreedAt: NOON, launchDeclinedAt: null },
      ...{ launchTextHash: 'hash-of-notifyme', launchText: 'We write once, for notifyme.' },
    });
    const no = { launchAgreedAt: null, launchDeclinedAt: NOON, launchTextHash: 'hash-of-beta' };
    expect(await stateOf(store, 'no@example.org')).toMatchObject(no);
    expect((await start(store, 1)).started).toEqual({ outcome: 'started' });
    expect(await hand(store)).toMatchObject({ signup: { email: JANE } });
  });

  test('a code confirms alike; the words for another kind of signup prove nothing', async (store) => {
    const { code } = await ask(store, JANE);
    const waiting = await store.nextMessage({ recipient: 'mail', now: NOON, hourly: null });
    await store.settleMessage(waiting.message?.id ?? '', sent());
    const attempt = { email: JANE, code, at: LATER };
    expect(await store.confirmByCode(attempt, [], agreed())).toBe('confirmed');
    expect(await stateOf(store)).toMatchObject({ launchAgreedAt: LATER });
    const { token } = await ask(store, 'beta@example.org', 'beta');
    await store.confirmSignup(token, NOON, [], agreed());
    expect(await stateOf(store, 'beta@example.org')).toMatchObject({ launchAgreedAt: null });
  });

  test('behind the link of a confirmed signup is its discount code, whether or not it wants the message', async (store) => {
    const { token } = await ask(store, JANE);
    expect(await store.readLinked(token, NOON)).not.toHaveProperty('code');
    await store.confirmSignup(token, NOON);
    const { discountCode: code } = (await stateOf(store)) ?? {};
    expect(code).toMatch(/^\w{10}$/);
    await store.declineLaunch(token, LATER);
    expect(await store.readLinked(token, LATER)).toMatchObject({ state: 'already', code });
  });

  test('a repeated press changes no answer', async (store) => {
    const { token } = await confirmed(store, agreed());
    expect(await store.readLinked(token, NOON)).toMatchObject({ getsLaunch: true });
    await store.declineLaunch(token, LATER);
    expect(await store.readLinked(token, LATER)).toMatchObject({ getsLaunch: false });
    expect(await store.confirmSignup(token, LATER + 1, [], agreed())).toBe('already');
    expect(await audienceOf(store)).toEqual({ ...NOBODY, declined: 1 });
  });

  test('who withdraws keeps the signup, also amid a mailing, and what is kept of a deleted one says so', async (store) => {
    const { token } = await confirmed(store, agreed());
    const { id } = await start(store, 1);
    await store.declineLaunch(token, LATER);
    expect(await hand(store)).toBeNull();
    const troubled = [{ state: 'refused', reason: 'not sent: its owner withdrew' }];
    expect(await store.readTroubled(id)).toMatchObject(troubled);
    expect(await store.readSignups(JANE)).toMatchObject([{ confirmedAt: NOON }]);
    await store.declineLaunch(token, LATER + 1);
    await store.eraseSignups(JANE, LATER + 2);
    expect(await store.readProofs(JANE)).toMatchObject([
      {
        ...{ launchAgreedAt: NOON, launchDeclinedAt: LATER },
        launchText: 'We write once, for notifyme.',
      },
    ]);
    await store.declineLaunch('unknown', LATER);
  });

  test('who withdraws before confirming is not asked again, and may still confirm', async (store) => {
    const { token } = await ask(store, JANE);
    await store.declineLaunch(token, NOON);
    expect(await hand(store)).toBeNull();
    expect(await store.confirmSignup(token, LATER, [], agreed())).toBe('confirmed');
    expect(await audienceOf(store)).toEqual({ ...NOBODY, people: 1 });
  });

  test('who signed up while mail was off is asked once, but for applications that are decided', async (store) => {
    const [waits, decided] = [JANE, 'john@example.org'].map((email) =>
      signup({ email, signupType: 'beta' }),
    );
    for (const one of [waits, decided]) await store.insertSignup(one ?? signup());
    await store.decide([decided?.id ?? ''], accept);
    await ask(store, 'jill@example.org');
    expect(await handAndSettle(store, sent())).toMatchObject({
      signup: { email: 'jill@example.org' },
    });
    const requests = () => [newRequest(), newRequest()];
    expect(await store.askNeverAsked(requests())).toBe(1);
    expect(await handAndSettle(store, sent())).toMatchObject({ signup: { email: JANE } });
    expect(await store.askNeverAsked(requests())).toBe(0);
    expect(await hand(store)).toBeNull();
  });

  test('an operator declines or blocks as the links do, for an address in any spelling', async (store) => {
    const { token } = await confirmed(store, agreed());
    expect(await store.declineLaunchOf(' JANE@Example.org', LATER)).toBe(1);
    expect(await store.declineLaunchOf('john@example.org', LATER)).toBe(0);
    expect(await audienceOf(store)).toEqual({ ...NOBODY, declined: 1 });
    await ask(store, 'john@example.org');
    expect(await store.declineLaunchOf('john@example.org', LATER)).toBe(1);
    expect(await hand(store)).toBeNull();
    await store.blockMailbox(' JANE@Example.org', LATER);
    expect(await store.readBlock(JANE)).toBe(LATER);
    expect(await store.readLinked(token, LATER)).toMatchObject({ state: 'already' });
    const done = (await store.readAudit()).map(({ kind, counts }) => [kind, counts]);
    expect(done).toEqual([...[1, 0, 1].map((signups) => ['decline', { signups }]), ['block', {}]]);
  });

  test('a blocked mailbox gets the usual answer and nothing else, until it is unblocked', async (store) => {
    const { token } = await confirmed(store, agreed());
    const tagged = await join(store, 'jane+beta@example.org');
    const waiting = await ask(store, 'jane+new@example.org');
    const { id } = await start(store, 2);
    expect(await store.leave(token, LATER, undefined, true)).toBe('left');
    expect(await store.readSignups(JANE)).toEqual([]);
    // A confirmation and a mailing to other spellings of the same mailbox.
    expect([await hand(store), await hand(store), await hand(store)]).toEqual([null, null, null]);
    const troubled = [{ signupId: tagged.id, reason: 'not sent: its owner wants no message' }];
    expect(await store.readTroubled(id)).toMatchObject(troubled);
    expect(await store.readLinked(waiting.token, LATER)).toMatchObject({ state: 'open' });
    for (const email of [JANE, 'jane+other@example.org'])
      expect(await store.insertSignup(signup({ email }), newRequest())).toBe('created');
    expect(await store.readSignups(JANE)).toEqual([]);
    expect(await hand(store)).toBeNull();
    await ask(store, 'john@example.org');
    expect(await hand(store)).toMatchObject({ signup: { email: 'john@example.org' } });
    expect(await store.unblockMailbox('Jane@Example.org', LATER)).toBe(true);
    expect(await store.unblockMailbox(JANE, LATER)).toBe(false);
    await ask(store, JANE);
    expect(await handAndSettle(store, sent())).toMatchObject({ signup: { email: JANE } });
  });

  test('a restricted signup is only stored: nothing is sent, and retention leaves it', async (store) => {
    const { token } = await join(store, JANE);
    const { id } = await start(store, 1);
    expect(await store.restrictSignups('JANE@example.org', NOON, true)).toBe(1);
    expect(await store.readLinked(token, NOON)).toMatchObject({ getsLaunch: false });
    expect(await store.restrictSignups('john@example.org', NOON, true)).toBe(0);
    expect(await hand(store)).toBeNull();
    expect(await store.readTroubled(id)).toMatchObject([{ state: 'refused' }]);
    expect(await audienceOf(store)).toEqual({ ...NOBODY, restricted: 1 });
    const times = { at: LATER, before: LATER, after: null, dryRun: false };
    const expire = async () => (await store.expire({ kind: 'signups', ...times })).expired;
    expect(await expire()).toBe(0);
    expect(await store.restrictSignups(JANE, LATER, false)).toBe(1);
    expect(await audienceOf(store)).toEqual({ ...NOBODY, people: 1 });
    expect(await expire()).toBe(1);
  });

  test('of a restricted signup the team is told nothing, and who enters it again, or asks again, causes no message', async (store) => {
    const to = { recipient: 'https://team.example', now: LATER, hourly: null };
    const payload = { count: 1, signupId: 'told' };
    const notice = () => ({ ...to, id: newId(), kind: 'signup.created', payload, at: NOON });
    const one = signup({ email: JANE });
    const { token } = newRequest();
    await store.insertSignup(one, newRequest({ token }), [notice()]);
    expect((await store.nextMessage(to)).message).not.toBeNull();
    await store.restrictSignups(JANE, NOON, true);
    expect((await store.nextMessage(to)).message).toBeNull();
    expect(await store.insertSignup({ ...one, id: newId() }, newRequest())).toBe('repeated');
    expect(await store.askAgain({ token }, newRequest())).toBe('restricted');
    const mail = { recipient: 'mail', now: LATER, hourly: null };
    expect((await store.nextMessage(mail)).message).toBeNull();
    // Its owner confirms: what tells the team of it is dropped when it would leave.
    await store.confirmSignup(token, NOON, [{ ...notice(), kind: 'signup.confirmed' }]);
    const told = (await store.nextMessage(to)).message;
    expect(await store.startAttempt(told?.id ?? '', { now: NOON, dueAt: NOON })).toBe(false);
    expect((await store.nextMessage(to)).message).toBeNull();
  });

  test('other words for a restricted address get the usual answer: nothing is stored or sent, and the restriction stays', async (store) => {
    const to = { recipient: 'https://team.example', now: LATER, hourly: null };
    await ask(store, JANE);
    await store.restrictSignups(JANE, NOON, true);
    const notice = { ...to, id: newId(), kind: 'signup.created', payload: {}, at: NOON };
    const other = signup({ email: 'Jane@Example.org', name: 'J.' });
    expect(await store.insertSignup(other, newRequest(), [notice])).toBe('created');
    expect((await store.nextMessage(to)).message).toBeNull();
    expect(await hand(store)).toBeNull();
    expect(await store.readSignups(JANE)).toMatchObject([{ name: 'Jane' }]);
    await store.restrictSignups(JANE, LATER, false);
    expect(await store.insertSignup(other, newRequest())).toBe('created');
    expect(await handAndSettle(store, sent())).toMatchObject({ signup: { name: 'J.' } });
  });

  test('who is restricted while an invitation waits counts as not invited, and is invited once that ends', async (store) => {
    const { id } = await join(store, JANE);
    await store.decide([id], accept);
    const invite = () =>
      store.invite([{ id: newId(), signupId: id, token: newId(), at: NOON }], true);
    expect(await invite()).toEqual({ queued: 1, refused: 0 });
    await store.restrictSignups(JANE, NOON, true);
    expect(await hand(store)).toBeNull();
    expect(await store.nextToInvite(1)).toEqual([]);
    await store.restrictSignups(JANE, LATER, false);
    expect(await store.nextToInvite(1)).toMatchObject([{ id }]);
    expect(await invite()).toEqual({ queued: 1, refused: 0 });
    const message = await handAndSettle(store, sent());
    expect(message).toMatchObject({ kind: 'invitation', signup: { email: JANE } });
    // Its page says why no new one comes.
    await store.restrictSignups(JANE, LATER, true);
    const at = NOON + 15 * DAY_MS;
    const renewal = { id: newId(), token: newId(), at };
    const renewed = store.renewInvitation(String(message?.payload['token']), renewal);
    expect(await renewed).toBe('restricted');
  });
}
