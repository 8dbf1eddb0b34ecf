import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { recipientOf } from '../../settings/webhook-settings.ts';
import { newRequest, signup } from '../../store/testing/store-contract-data.ts';
import { openWebhookSite } from '../../testing/sites/webhook-site.ts';

test('a signup, its confirmation and its leaving arrive in order, signed, with the kind and the time alone', async () => {
  const { receiver, signUp, arrived, store, webhooks, clock, allLines } = await openWebhookSite();
  const createdAt = new Date(clock.now()).toISOString();
  const request = await signUp('jane@a.example');
  await store.confirmSignup(request.token, clock.now(), webhooks.announce('signup.confirmed'));
  await arrived(2);
  await store.leave(request.token, clock.now(), webhooks.announceRemoved.left);
  await arrived(3);
  const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
  const data = { signup_type: 'notifyme', created_at: createdAt };
  expect(receiver.requests.map(({ message }) => message)).toEqual([
    { type: 'signup.created', timestamp, data },
    { type: 'signup.confirmed', timestamp, data },
    { type: 'signup.left', timestamp, data },
  ]);
  expect(new Set(receiver.ids()).size).toBe(3);
  expect(JSON.stringify(receiver.requests)).not.toMatch(/jane/i);
  expect(allLines.join()).not.toMatch(/jane|secret-of-the-url/i);
});

test.each([true, false])(
  'only a receiver that is told who signed up learns who is past the retention: %s',
  async (includesPerson) => {
    const { receiver, signUp, until, waiting, arrived, store, webhooks, clock } =
      await openWebhookSite({ includesPerson });
    await signUp('jane@a.example');
    await arrived(1);
    await until(async () => expect(await waiting()).toBe(0));
    // Who was told of people stays named for as long as it may keep that.
    const service = { recipient: recipientOf(receiver.url), name: '', retentionDays: null };
    const named = includesPerson ? [{ ...service, at: expect.any(Number) }] : [];
    expect(await store.readTold()).toEqual(named);
    const told = webhooks.announceRemoved.expired;
    const step = { at: clock.now(), before: clock.now() + 1, after: null, dryRun: false, told };
    await store.expire({ kind: 'signups', ...step });
    expect(await waiting()).toBe(includesPerson ? 1 : 0);
    if (!includesPerson) return;
    await arrived(2);
    const [created, left] = receiver.requests.map(({ message }) => message?.data);
    const { signup_type, created_at, id, ...person } = created ?? {};
    expect(person).toMatchObject({ name: 'Jane', email: 'jane@a.example', use_case: null });
    expect(left).toEqual({ signup_type, created_at, reason: 'expired', id });
  },
);

test('where people confirm, only confirmed signups are told, unless the others are asked for', async () => {
  const { store, webhooks, waiting, clock } = await openWebhookSite({
    ...{ includesPerson: true, tellsUnconfirmed: false },
  });
  expect(webhooks.announce('signup.created')).toEqual([]);
  expect(webhooks.announce('signup.confirmed')).toHaveLength(1);
  const { left, expired: told } = webhooks.announceRemoved;
  const join = async (name: string, email: string) => {
    const request = newRequest({ at: clock.now() });
    await store.insertSignup(signup({ name, email, createdAt: 1 }), request);
    return request;
  };
  const [confirmed, unconfirmed] = [await join('a', 'a@a.example'), await join('b', 'b@a.example')];
  for (const { id } of [confirmed, unconfirmed])
    await store.settleMessage(id, { outcome: 'sent', at: clock.now() });
  await store.confirmSignup(confirmed.token, clock.now());
  const later = clock.now() + 40 * DAY_MS;
  const step = { kind: 'signups', at: later, after: null, dryRun: false, told } as const;
  const ofUnconfirmed = { ...step, before: 1, unconfirmedBefore: later };
  expect(await store.expire(ofUnconfirmed)).toMatchObject({ expired: 1 });
  expect(await store.webhookStates()).toEqual([]);
  await store.expire({ ...ofUnconfirmed, before: later });
  expect(await waiting()).toBe(1);
  const [{ token }] = [await join('Jane', 'c@a.example'), await join('John', 'c@a.example')];
  await store.leave(token, clock.now(), left);
  expect(await waiting()).toBe(2);
});

test('Slack gets the same as text, without a signature', async () => {
  const { receiver, signUp, arrived } = await openWebhookSite({
    ...{ format: 'slack', includesPerson: true, secret: null },
  });
  await signUp('jane@a.example');
  await arrived(1);
  const [{ headers, body } = { headers: null, body: '' }] = receiver.requests;
  expect(headers).not.toHaveProperty('webhook-signature');
  expect(JSON.parse(body).text).toMatch(
    /^\*Dubkit\* .*\nName: Jane\nAddress: jane@a\.example\nId: /,
  );
});
