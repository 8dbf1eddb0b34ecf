import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { EVERYBODY } from '../../list/testing/store-contract-list.ts';
import type { Signup } from '../../store/store.ts';
import {
  agreed,
  markSent,
  NOON,
  newId,
  newRequest,
  signup,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';
import { expireAll } from '../../upkeep/testing/store-contract-retention.ts';

const at = (now: number) => ({ recipient: 'mail', now, hourly: 200 });
const JANE = 'jane@example.org';
const refused = { outcome: 'refused', at: NOON, reason: '550 no' } as const;

/** A store with a signup that was asked to confirm. `ask` stores another one of the same address, and returns its request. */
async function openAsked(open: Open) {
  const store = await open();
  const asked = signup({ email: JANE });
  const request = newRequest();
  await store.insertSignup(asked, request);
  const ask = async (change: Partial<Signup> = {}) => {
    const another = newRequest();
    await store.insertSignup(signup({ email: JANE, ...change }), another);
    return another;
  };
  const waiting = async () => (await store.mailState()).waiting;
  return { store, signup: asked, request, ask, waiting };
}

export function mailContract(open: Open) {
  test('a signup and its message are stored together, and a signup without mail has none', async () => {
    const { store, signup: asked, request } = await openAsked(open);
    await store.insertSignup(signup({ email: 'john@example.org' }));
    const { message, dueAt, freeAt } = await store.nextMessage(at(NOON));
    const { id, token, code } = request;
    const { confirmedAt: _, ...person } = asked;
    const kind = 'confirmation';
    const rest = { attempts: 0, createdAt: NOON, handedOverAt: null, signup: person };
    expect(message).toEqual({ id, kind, payload: { token, code }, priority: 0, ...rest });
    expect([dueAt, freeAt]).toEqual([NOON, null]);
    const since = { waitingSince: NOON, overdueSince: NOON, unansweredSince: NOON };
    expect(await store.mailState()).toMatchObject({ waiting: 1, ...since });
    expect((await store.nextMessage(at(NOON - 1))).message).toBeNull();
  });

  test('leaving erases the signup and its messages; then its links say so, also after a new signup', async () => {
    const { store, request, waiting } = await openAsked(open);
    expect(await store.leave('another-token', NOON)).toBe('unknown');
    expect(await store.leave(request.token, NOON)).toBe('left');
    for (const read of [store.readLinked, store.confirmSignup])
      expect(await read(request.token, NOON)).toBe('removed');
    expect(await store.readSignups(JANE)).toEqual([]);
    expect(await waiting()).toBe(0);
    expect(await store.readAudit()).toEqual([{ at: NOON, kind: 'erase', counts: { signups: 1 } }]);
    expect(await store.insertSignup(signup({ email: JANE }), newRequest())).toBe('created');
    expect(await store.leave(request.token, NOON)).toBe('removed');
  });

  test('a code of any signup of the address confirms that one, from when its message left until it expires', async () => {
    const { store, request, ask } = await openAsked(open);
    await markSent(store, request.id);
    const attempt = (code: string, time = NOON, email = ' Jane@Example.org ') =>
      store.confirmByCode({ email, code, at: time });
    expect(await attempt('none')).toBe('wrong');
    expect(await attempt(request.code, NOON + 7 * DAY_MS)).toBe('wrong');
    expect(await attempt('1', NOON, 'no@b.c')).toBe('wrong');
    const other = await ask({ name: 'J.' });
    expect(await attempt(other.code, NOON + 5)).toBe('wrong'); // nobody can know it
    await markSent(store, other.id);
    expect(await attempt(other.code, NOON + 5)).toBe('confirmed');
    expect(await store.readSignups(JANE)).toMatchObject([{ confirmedAt: NOON + 5 }]);
    expect(await attempt(other.code)).toBe('confirmed');
  });

  test('until an address is confirmed, each signup has its own words and link; confirming one drops the others', async () => {
    const { store, request: strangers, waiting } = await openAsked(open);
    const own = signup({ email: JANE, signupType: 'beta', useCase: 'talks', youtubeChannel: '@j' });
    const { name, signupType, useCase, youtubeChannel } = own;
    const entered = { name, signupType, useCase, youtubeChannel, maskedEmail: 'j•••@example.org' };
    const request = newRequest();
    expect(await store.insertSignup(own, request, [])).toBe('created');
    const linked = (time: number, { token } = request) => store.readLinked(token, time);
    expect(await linked(NOON)).toEqual({ state: 'open', entered, getsLaunch: false });
    expect(await linked(NOON, strangers)).toMatchObject({ entered: { useCase: null } });
    expect(await linked(NOON + 7 * DAY_MS)).toEqual({
      state: 'expired',
      entered,
      getsLaunch: false,
    });
    expect(await store.readLinked('unknown', NOON)).toBe('unknown');
    const confirm = (token: string) => store.confirmSignup(token, NOON + 5);
    const both = await Promise.all([confirm(request.token), confirm(request.token)]);
    expect(both.sort()).toEqual(['already', 'confirmed']);
    expect(await store.readSignups(JANE)).toEqual([{ ...own, confirmedAt: NOON + 5 }]);
    expect(await linked(NOON)).toMatchObject({ state: 'already', entered });
    expect(await store.confirmSignup(request.token, NOON + 9 * DAY_MS)).toBe('already');
    expect(await store.askAgain({ token: request.token }, newRequest())).toBe('confirmed');
    expect(await confirm(strangers.token)).toBe('already');
    expect(await waiting()).toBe(0);
    expect(await store.insertSignup(signup({ email: JANE }), newRequest())).toBe('duplicate');
    expect(await store.leave(strangers.token, NOON)).toBe('left');
    expect(await store.readSignups(JANE)).toEqual([]);
  });

  test('a flood of signups of an address, some of which ask again and guess, does not hide its owner’s code, and is dropped in steps: the rest confirms nothing, and leaving erases all', async () => {
    const { store, request: own, ask } = await openAsked(open);
    await markSent(store, own.id);
    const flood = (email: string) =>
      Promise.all(Array.from({ length: 205 }, (_, index) => ask({ email, name: `${index}` })));
    const requests = await flood(JANE);
    for (const { id, token } of requests.slice(0, 3)) {
      await markSent(store, id);
      await store.askAgain({ token }, newRequest());
      await store.confirmByCode({ email: JANE, code: 'none', at: NOON });
    }
    const attempt = { email: JANE, code: own.code, at: NOON };
    expect(await store.confirmByCode(attempt, [], agreed())).toBe('confirmed');
    expect(await store.readSignups(JANE)).toHaveLength(6);
    // A person who opens one of the links that are left gets mail there, whatever bounced.
    const undeliverable = async () => (await store.countAudience(EVERYBODY)).leftOut.undeliverable;
    await store.recordDelivery({ email: JANE, state: 'bounced', at: NOON });
    expect(await undeliverable()).toBe(1);
    const linked = await Promise.all(requests.map(({ token }) => store.readLinked(token, NOON)));
    const left = linked.findIndex((one) => typeof one === 'object' && one.state === 'open');
    expect(await store.confirmSignup(requests[left]?.token ?? '', NOON)).toBe('already');
    expect(await undeliverable()).toBe(0);
    for (const { token } of requests) {
      expect(await store.confirmSignup(token, NOON)).toBe('already');
    }
    expect(await store.readSignups(JANE)).toMatchObject([{ confirmedAt: NOON }]);
    const [last] = await flood('b@a.example');
    expect(await store.leave(last?.token ?? '', NOON)).toBe('left');
    expect(await store.readSignups('b@a.example')).toEqual([]);
  });

  test('the same words again are the same signup, and ask again once no message waits', async () => {
    const { store, signup: first, request, waiting } = await openAsked(open);
    const again = () => store.insertSignup(signup({ email: JANE.toUpperCase() }), newRequest());
    expect(await again()).toBe('repeated');
    expect(await waiting()).toBe(1);
    await markSent(store, request.id);
    expect(await Promise.all([again(), again()])).toEqual(['repeated', 'repeated']);
    expect(await waiting()).toBe(1);
    expect(await store.readSignups(JANE)).toMatchObject([{ id: first.id }]);
    expect(await store.insertSignup(signup({ email: JANE }))).toBe('duplicate'); // without mail
    const asked = (id: string) => store.askAgain({ signupId: id }, newRequest());
    expect([await asked(first.id), await asked(newId())]).toEqual(['too_soon', 'unknown']);
  });

  test('a link is valid for seven days after its message was sent, or may have been', async () => {
    const { store, request } = await openAsked(open);
    const sentAt = NOON + 20 * DAY_MS;
    expect(await store.confirmSignup(request.token, NOON + 7 * DAY_MS)).toBe('expired');
    const retry = { outcome: 'retry', dueAt: sentAt, handedOverAt: sentAt, reason: 'x' } as const;
    await store.settleMessage(request.id, retry);
    const { message, freeAt } = await store.nextMessage({ ...at(sentAt), hourly: 1 });
    expect([message?.handedOverAt, freeAt]).toEqual([sentAt, sentAt + 3_600_000]); // it counts
    await markSent(store, request.id, sentAt + DAY_MS);
    expect(await store.confirmSignup(request.token, sentAt + 8 * DAY_MS)).toBe('expired');
    expect(await store.confirmSignup(request.token, sentAt + 8 * DAY_MS - 1)).toBe('confirmed');
  });

  test('a message waits until it was sent, and then leaves neither secret nor address', async () => {
    const { store, request } = await openAsked(open);
    const retry = { outcome: 'retry', dueAt: NOON + 60, reason: '450' } as const;
    await store.settleMessage(request.id, retry);
    expect(await store.nextMessage(at(NOON))).toMatchObject({ message: null, dueAt: NOON + 60 });
    expect((await store.nextMessage(at(NOON + 60))).message?.id).toBe(request.id);
    expect(await store.mailReasons()).toEqual([{ state: 'waiting', reason: '450', count: 1 }]);
    const since = { overdueSince: NOON, unansweredSince: null };
    expect(await store.mailState()).toMatchObject(since);
    expect(await store.askAgain({ token: request.token }, newRequest())).toBe('too_soon');
    await markSent(store, request.id, NOON + 70);
    await store.settleMessage(request.id, { ...retry, dueAt: NOON }); // too late
    const nothing = { message: null, dueAt: null, freeAt: null };
    expect(await store.nextMessage(at(NOON + 70))).toEqual(nothing);
    expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 1, lastSentAt: NOON + 70 });
    expect(await store.mailReasons()).toEqual([]);
    await store.clearSettled(NOON + 70 + DAY_MS);
    expect((await store.mailState()).sent).toBe(1);
    await store.clearSettled(NOON + 71 + DAY_MS);
    expect((await store.mailState()).sent).toBe(0);
    expect(await store.askAgain({ token: request.token }, newRequest())).toBe('queued');
    expect(await store.confirmSignup(request.token, NOON + 71 + DAY_MS)).toBe('confirmed');
  });

  test('a refused message is set aside with its reason, and tokens of deleted signups are kept for a while', async () => {
    const { store, request } = await openAsked(open);
    await store.settleMessage(request.id, refused);
    expect(await store.mailState()).toMatchObject({ waiting: 0, refused: 1 });
    expect(await store.mailReasons()).toEqual([{ state: 'refused', reason: '550 no', count: 1 }]);
    const erasedAt = NOON + 400 * DAY_MS; // long after the token has expired
    await store.eraseSignups(JANE, erasedAt);
    expect(await store.mailState()).toMatchObject({ refused: 0 });
    for (const day of [0, 1, 14]) await store.clearTokens(erasedAt + day * DAY_MS, 14 * DAY_MS);
    expect(await store.leave(request.token, NOON)).toBe('removed');
    expect(await store.askAgain({ token: request.token }, newRequest())).toBe('removed');
    expect(await store.hasConfirmations()).toBe(true);
    await store.clearTokens(erasedAt + 14 * DAY_MS + 1, 14 * DAY_MS);
    expect(await store.leave(request.token, NOON)).toBe('unknown');
    expect(await store.hasConfirmations()).toBe(false);
  });

  test('an unconfirmed signup expires by its first message, once none waits; confirmed ones stay, and those whom no message reached', async () => {
    const { store, request, ask, waiting } = await openAsked(open);
    const confirmed = await ask({ email: 'john@example.org' });
    await store.confirmSignup(confirmed.token, NOON);
    await store.insertSignup(signup({ email: 'before@example.org' }));
    const lost = await ask({ email: 'lost@example.org' });
    await store.settleMessage(lost.id, { outcome: 'given_up', at: NOON, reason: 'silence' });
    const expire = async (unconfirmedBefore: number | null) =>
      (await expireAll(store, { kind: 'signups', before: 0, unconfirmedBefore })).expired;
    expect(await expire(null)).toBe(0);
    expect(await expire(NOON + 90 * DAY_MS)).toBe(0); // its message waits
    await markSent(store, request.id, NOON + 5);
    const second = newRequest({ at: NOON + 2 * DAY_MS });
    expect(await store.askAgain({ token: request.token }, second)).toBe('queued');
    await markSent(store, second.id, second.at);
    expect(await expire(NOON + 5)).toBe(0);
    expect(await expire(NOON + 6)).toBe(1);
    expect(await store.readSignups(JANE)).toEqual([]);
    expect((await store.countRows()).signups).toBe(3);
    expect(await waiting()).toBe(0);
  });

  test('a confirmed signup leaves a proof without its address when it is deleted in whatever way, which is deleted in its turn', async () => {
    const { store, signup: asked, request, ask } = await openAsked(open);
    const proof = {
      ...{ language: asked.language, wordingHash: null, signedUpAt: asked.createdAt },
      ...{ launchAgreedAt: null, launchDeclinedAt: null, launchText: null, launchTextHash: null },
    };
    await store.confirmSignup(request.token, NOON + 5);
    expect(await store.readProofs(JANE)).toEqual([]);
    await store.leave(request.token, NOON + 6);
    const left = { ...proof, confirmedAt: NOON + 5, removedAt: NOON + 6 };
    expect(await store.readProofs(' JANE@Example.org ')).toEqual([left]);

    const again = newRequest();
    await store.insertSignup({ ...signup({ email: JANE }), wordingHash: 'words' }, again);
    await store.confirmSignup(again.token, NOON + 7);
    await expireAll(store, { kind: 'signups', before: NOON + DAY_MS });
    const expired = { ...proof, wordingHash: 'words', confirmedAt: NOON + 7, removedAt: NOON };
    expect(await store.readProofs(JANE)).toEqual([left, expired]);
    expect(await store.hasConfirmations()).toBe(true);

    await ask();
    await store.eraseSignups(JANE, NOON + 9);
    expect(await store.readProofs(JANE)).toHaveLength(2);
    expect(await store.readProofs('john@example.org')).toEqual([]);

    expect(await store.countProofs(NOON + 6)).toEqual({ rows: 2, expired: 1 });
    expect(await store.forgetProofs(NOON + 6)).toBe(false);
    expect(await store.readProofs(JANE)).toEqual([left]);
    await store.forgetProofs(NOON + 7);
    expect(await store.readProofs(JANE)).toEqual([]);
  });
}
