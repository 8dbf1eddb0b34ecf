import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { Store } from '../store.ts';
import { NOON, newId, newRequest, signup } from './store-contract-data.ts';

export type Open = () => Store | Promise<Store>;

const at = (now: number) => ({ recipient: 'mail', now, hourly: 200 });
export const JANE = 'jane@example.org';

/** A store with a signup that was asked to confirm. */
export async function openAsked(open: Open) {
  const store = await open();
  const asked = signup({ email: JANE });
  const request = newRequest();
  await store.insertSignup(asked, request);
  const confirmedAt = async () => (await store.readSignups(JANE))[0]?.confirmedAt;
  return { store, signup: asked, request, confirmedAt };
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
    expect(await store.mailState()).toMatchObject({ waiting: 1, waitingSince: NOON });
    expect((await store.nextMessage(at(NOON - 1))).message).toBeNull();
  });

  test('a token confirms once, and drops what waits; an old one confirms nothing', async () => {
    const { store, request, confirmedAt } = await openAsked(open);
    expect(await store.confirmSignup('another-token', NOON)).toBe('unknown');
    expect(await store.confirmSignup(request.token, NOON + 7 * DAY_MS)).toBe('expired');
    expect(await confirmedAt()).toBeNull();
    expect(await store.confirmSignup(request.token, NOON + 5)).toBe('confirmed');
    expect(await store.confirmSignup(request.token, NOON + 9 * DAY_MS)).toBe('already');
    expect(await confirmedAt()).toBe(NOON + 5);
    expect((await store.mailState()).waiting).toBe(0);
  });

  test('leaving erases the signup and its messages, and says the same again', async () => {
    const { store, request } = await openAsked(open);
    expect(await store.leave('another-token', NOON)).toBe('unknown');
    expect(await store.leave(request.token, NOON)).toBe('left');
    expect(await store.leave(request.token, NOON)).toBe('left');
    expect(await store.confirmSignup(request.token, NOON)).toBe('removed');
    expect(await store.readSignups(JANE)).toEqual([]);
    expect((await store.mailState()).waiting).toBe(0);
    expect(await store.readAudit()).toEqual([{ at: NOON, kind: 'erase', counts: { signups: 1 } }]);
    expect(await store.insertSignup(signup({ email: JANE }), newRequest())).toBe('created');
  });

  test('a code of any signup of the address confirms that one, from when its message left until it expires', async () => {
    const { store, request, confirmedAt } = await openAsked(open);
    const send = (id: string) => store.settleMessage(id, { outcome: 'sent', at: NOON });
    await send(request.id);
    const attempt = (code: string, at = NOON) =>
      store.confirmByCode({ email: ' Jane@Example.org ', code, at });
    expect(await attempt('none')).toBe('wrong');
    expect(await attempt(request.code, NOON + 7 * DAY_MS)).toBe('wrong');
    expect(await store.confirmByCode({ email: 'no@b.c', code: '1', at: NOON })).toBe('wrong');
    const other = newRequest();
    await store.insertSignup(signup({ email: JANE, name: 'J.' }), other);
    expect(await attempt(other.code, NOON + 5)).toBe('wrong'); // nobody can know it
    await send(other.id);
    expect(await attempt(other.code, NOON + 5)).toBe('confirmed');
    expect(await confirmedAt()).toBe(NOON + 5);
    expect(await attempt(other.code)).toBe('confirmed');
  });

  test('signups that strangers make of an address do not hide the code of its owner', async () => {
    const { store, request } = await openAsked(open);
    await store.settleMessage(request.id, { outcome: 'sent', at: NOON });
    for (let count = 0; count < 120; count += 1) {
      await store.insertSignup(signup({ email: JANE, name: `${count}` }), newRequest());
    }
    const { code } = request;
    expect(await store.confirmByCode({ email: JANE, code, at: NOON })).toBe('confirmed');
  });

  test('until an address is confirmed, each signup has its own words and link; confirming one drops the others', async () => {
    const { store, request: strangers } = await openAsked(open);
    const own = signup({
      email: JANE,
      signupType: 'beta',
      useCase: 'my talks',
      youtubeChannel: '@jane',
    });
    const request = newRequest();
    expect(await store.insertSignup(own, request, [])).toBe('created');
    const { name, signupType, useCase, youtubeChannel } = own;
    const words = { name, signupType, useCase, youtubeChannel };
    expect(await store.readWords(request.token, NOON)).toEqual(words);
    expect(await store.readWords(strangers.token, NOON)).toMatchObject({ useCase: null });
    expect(await store.readWords(request.token, NOON + 7 * DAY_MS)).toBeUndefined();
    expect(await store.readWords('unknown', NOON)).toBeUndefined();
    const confirm = (token: string) => store.confirmSignup(token, NOON + 5);
    expect((await Promise.all([confirm(request.token), confirm(request.token)])).sort()).toEqual([
      'already',
      'confirmed',
    ]);
    expect(await store.readSignups(JANE)).toEqual([{ ...own, confirmedAt: NOON + 5 }]);
    expect(await store.readWords(request.token, NOON)).toBeUndefined();
    expect(await confirm(strangers.token)).toBe('already');
    expect((await store.mailState()).waiting).toBe(0);
    expect(await store.insertSignup(signup({ email: JANE }), newRequest())).toBe('duplicate');
    expect(await store.leave(strangers.token, NOON)).toBe('left');
    expect(await store.readSignups(JANE)).toEqual([]);
  });

  test('the owner can finish with the latest link, whatever strangers have used up', async () => {
    const { store, confirmedAt } = await openAsked(open);
    for (let count = 0; count < 30; count += 1) {
      const stranger = newRequest();
      await store.insertSignup(signup({ email: JANE, name: `${count}` }), stranger);
      await store.settleMessage(stranger.id, { outcome: 'sent', at: NOON });
      await store.askAgain({ token: stranger.token }, newRequest());
      await store.confirmByCode({ email: JANE, code: 'none', at: NOON });
    }
    const own = newRequest();
    expect(await store.insertSignup(signup({ email: JANE, name: 'Jane!' }), own)).toBe('created');
    expect(await store.confirmSignup(own.token, NOON)).toBe('confirmed');
    expect(await confirmedAt()).toBe(NOON);
    expect(await store.readSignups(JANE)).toMatchObject([{ name: 'Jane!' }]);
  });

  test('a flood of signups of an address is dropped in steps: what is left confirms nothing, and leaving erases all', async () => {
    const { store, request: own } = await openAsked(open);
    const flood = Array.from({ length: 205 }, (_, index) => ({
      name: `${index}`,
      ...newRequest(),
    }));
    await Promise.all(
      flood.map(({ name, ...request }) =>
        store.insertSignup(signup({ email: JANE, name }), request),
      ),
    );
    expect(await store.confirmSignup(own.token, NOON)).toBe('confirmed');
    expect(await store.readSignups(JANE)).toHaveLength(6);
    for (const { token } of flood) expect(await store.confirmSignup(token, NOON)).toBe('already');
    expect(await store.readSignups(JANE)).toMatchObject([{ confirmedAt: NOON }]);
    await Promise.all(
      flood.map(({ name, ...request }) =>
        store.insertSignup(signup({ email: 'b@a.example', name }), { ...request, ...newRequest() }),
      ),
    );
    const last = newRequest();
    await store.insertSignup(signup({ email: 'b@a.example', name: 'last' }), last);
    expect(await store.leave(last.token, NOON)).toBe('left');
    expect(await store.readSignups('b@a.example')).toEqual([]);
  });

  test('the same words again are the same signup, and ask again once no message waits', async () => {
    const { store, signup: first, request } = await openAsked(open);
    const again = () => store.insertSignup(signup({ email: JANE.toUpperCase() }), newRequest());
    expect(await again()).toBe('repeated');
    expect((await store.mailState()).waiting).toBe(1);
    await store.settleMessage(request.id, { outcome: 'sent', at: NOON });
    expect(await Promise.all([again(), again()])).toEqual(['repeated', 'repeated']);
    expect((await store.mailState()).waiting).toBe(1);
    expect(await store.readSignups(JANE)).toMatchObject([{ id: first.id }]);
    expect(await store.insertSignup(signup({ email: JANE }))).toBe('duplicate'); // without mail
    const asked = (id: string) => store.askAgain({ signupId: id }, newRequest());
    expect([await asked(first.id), await asked(newId())]).toEqual(['too_soon', 'unknown']);
  });

  test('a link is valid for seven days after its message was sent, or may have been', async () => {
    const { store, request } = await openAsked(open);
    const reason = 'silence';
    const sentAt = NOON + 20 * DAY_MS;
    expect(await store.confirmSignup(request.token, NOON + 7 * DAY_MS)).toBe('expired');
    const retry = { outcome: 'retry', dueAt: sentAt, handedOverAt: sentAt, reason } as const;
    await store.settleMessage(request.id, retry);
    const { message, freeAt } = await store.nextMessage({ ...at(sentAt), hourly: 1 });
    expect([message?.handedOverAt, freeAt]).toEqual([sentAt, sentAt + 3_600_000]); // it counts
    await store.settleMessage(request.id, { outcome: 'sent', at: sentAt + DAY_MS });
    expect(await store.confirmSignup(request.token, sentAt + 8 * DAY_MS)).toBe('expired');
    expect(await store.confirmSignup(request.token, sentAt + 8 * DAY_MS - 1)).toBe('confirmed');
  });

  test('many signups of one address at the same moment queue one message', async () => {
    const store = await open();
    await Promise.all(
      Array.from({ length: 50 }, () => store.insertSignup(signup({ email: JANE }), newRequest())),
    );
    expect((await store.mailState()).waiting).toBe(1);
  });

  test('a token queues another message, and a confirmed signup gets none', async () => {
    const { store, request } = await openAsked(open);
    const next = newRequest();
    expect(await store.askAgain({ token: request.token }, newRequest())).toBe('too_soon');
    await store.settleMessage(request.id, { outcome: 'sent', at: NOON });
    expect(await store.askAgain({ token: request.token }, next)).toBe('queued');
    expect(await store.confirmSignup(request.token, NOON)).toBe('confirmed'); // also valid
    expect(await store.askAgain({ token: next.token }, newRequest())).toBe('confirmed');
  });

  test('a message waits until it was sent, and then leaves neither secret nor address', async () => {
    const { store, request } = await openAsked(open);
    await store.settleMessage(request.id, { outcome: 'retry', dueAt: NOON + 60, reason: '450' });
    expect(await store.nextMessage(at(NOON))).toMatchObject({ message: null, dueAt: NOON + 60 });
    expect((await store.nextMessage(at(NOON + 60))).message?.id).toBe(request.id);
    expect(await store.mailReasons()).toEqual([{ state: 'waiting', reason: '450', count: 1 }]);
    await store.settleMessage(request.id, { outcome: 'sent', at: NOON + 70 });
    await store.settleMessage(request.id, { outcome: 'retry', dueAt: NOON, reason: 'too late' });
    expect(await store.nextMessage(at(NOON + 70))).toEqual({
      message: null,
      dueAt: null,
      freeAt: null,
    });
    expect(await store.mailState()).toMatchObject({ waiting: 0, sent: 1, lastSentAt: NOON + 70 });
    expect(await store.mailReasons()).toEqual([]);
    await store.clearSettled(NOON + 70 + DAY_MS, 100);
    expect((await store.mailState()).sent).toBe(1);
    await store.clearSettled(NOON + 71 + DAY_MS, 100);
    expect((await store.mailState()).sent).toBe(0);
    expect(await store.confirmSignup(request.token, NOON + 71 + DAY_MS)).toBe('confirmed');
  });

  test('a refused message is set aside with its reason, and tokens of deleted signups are kept for a while', async () => {
    const { store, request } = await openAsked(open);
    await store.settleMessage(request.id, { outcome: 'refused', at: NOON, reason: '550 no' });
    expect(await store.mailState()).toMatchObject({ waiting: 0, refused: 1 });
    expect(await store.mailReasons()).toEqual([{ state: 'refused', reason: '550 no', count: 1 }]);
    const erasedAt = NOON + 400 * DAY_MS; // long after the token has expired
    await store.eraseSignups(JANE, erasedAt);
    expect(await store.mailState()).toMatchObject({ refused: 0 });
    for (const day of [0, 1, 14]) await store.clearTokens(erasedAt + day * DAY_MS, 14 * DAY_MS);
    expect(await store.leave(request.token, NOON)).toBe('left');
    expect(await store.askAgain({ token: request.token }, newRequest())).toBe('removed');
    expect(await store.hasConfirmations()).toBe(true);
    await store.clearTokens(erasedAt + 14 * DAY_MS + 1, 14 * DAY_MS);
    expect(await store.leave(request.token, NOON)).toBe('unknown');
    expect(await store.hasConfirmations()).toBe(false);
  });

  test('an unconfirmed signup expires by its first message, once none waits; confirmed ones and those never asked stay', async () => {
    const { store, request } = await openAsked(open);
    const confirmed = newRequest();
    await store.insertSignup(signup({ email: 'john@example.org' }), confirmed);
    await store.confirmSignup(confirmed.token, NOON);
    await store.insertSignup(signup({ email: 'before@example.org' }));
    const expire = async (unconfirmedBefore: number | null) =>
      (
        await store.expire({
          at: NOON,
          kind: 'signups',
          before: 0,
          unconfirmedBefore,
          after: null,
          dryRun: false,
        })
      ).expired;
    expect(await expire(null)).toBe(0);
    expect(await expire(NOON + 90 * DAY_MS)).toBe(0); // its message waits
    await store.settleMessage(request.id, { outcome: 'sent', at: NOON + 5 });
    const second = newRequest({ at: NOON + 2 * DAY_MS });
    expect(await store.askAgain({ token: request.token }, second)).toBe('queued');
    await store.settleMessage(second.id, { outcome: 'sent', at: second.at });
    expect(await expire(NOON + 5)).toBe(0);
    expect(await expire(NOON + 6)).toBe(1);
    expect(await store.readSignups(JANE)).toEqual([]);
    expect((await store.countRows()).signups).toBe(2);
    expect((await store.mailState()).waiting).toBe(0);
  });
}
