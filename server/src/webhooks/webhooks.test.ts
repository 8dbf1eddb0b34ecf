import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { openTestStore } from '../testing/test-database.ts';
import { openWebhookSite } from '../testing/webhook-site.ts';

const open = (options?: Parameters<typeof openWebhookSite>[1]) =>
  openWebhookSite(openTestStore, options);

test('a signup, its confirmation and its leaving arrive in order, signed, with the kind and the time alone', async () => {
  const { receiver, signUp, until, store, webhooks, clock, allLines } = await open();
  const createdAt = clock.now();
  const request = await signUp('jane@a.example');
  await store.confirmSignup(request.token, clock.now(), webhooks.announce('signup.confirmed'));
  await until(() => expect(receiver.requests).toHaveLength(2));
  await store.leave(request.token, clock.now(), webhooks.announceRemoved.left);
  await until(() => expect(receiver.requests).toHaveLength(3));
  const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
  const data = { signup_type: 'notifyme', created_at: new Date(createdAt).toISOString() };
  expect(receiver.requests.map(({ message }) => message)).toEqual([
    { type: 'signup.created', timestamp, data },
    { type: 'signup.confirmed', timestamp, data },
    { type: 'signup.left', timestamp, data },
  ]);
  expect(new Set(receiver.ids()).size).toBe(3);
  expect(JSON.stringify(receiver.requests)).not.toMatch(/jane/i);
  expect(allLines.join()).not.toMatch(/jane|secret-of-the-url/i);
});

test('WEBHOOK_INCLUDE=person adds who it is, and who has left', async () => {
  const { receiver, signUp, until, store, webhooks, clock } = await open({ includesPerson: true });
  const request = await signUp('jane@a.example');
  await until(() => expect(receiver.requests).toHaveLength(1));
  await store.leave(request.token, clock.now(), webhooks.announceRemoved.left);
  await until(() => expect(receiver.requests).toHaveLength(2));
  const [created, left] = receiver.requests.map(({ message }) => message?.data);
  expect(created).toMatchObject({ name: 'Jane', email: 'jane@a.example', use_case: null });
  const { signup_type, created_at, id } = created ?? {};
  expect(left).toEqual({ signup_type, created_at, id });
});

test('a receiver that was told of a person is told when the signup is past its retention, and no other is', async () => {
  for (const includesPerson of [true, false]) {
    const { receiver, signUp, until, store, webhooks, clock } = await open({ includesPerson });
    await signUp();
    await until(() => expect(receiver.requests).toHaveLength(1));
    await until(async () => expect((await store.webhookStates())[0]?.waiting).toBe(0));
    const told = webhooks.announceRemoved.expired;
    const step = { at: clock.now(), before: clock.now() + 1, after: null, dryRun: false, told };
    await store.expire({ kind: 'signups', ...step });
    expect((await store.webhookStates())[0]?.waiting ?? 0).toBe(includesPerson ? 1 : 0);
    if (!includesPerson) continue;
    await until(() => expect(receiver.requests).toHaveLength(2));
    const [created, left] = receiver.requests.map(({ message }) => message?.data);
    const { signup_type, created_at, id } = created ?? {};
    expect(left).toEqual({ signup_type, created_at, reason: 'expired', id });
  }
});

test('where people confirm, only confirmed signups are told, unless the others are asked for', async () => {
  const { store, webhooks, clock } = await open({ includesPerson: true, tellsUnconfirmed: false });
  expect(webhooks.announce('signup.created')).toEqual([]);
  expect(webhooks.announce('signup.confirmed')).toHaveLength(1);
  const tokens = ['a', 'b'].map((name) => ({ name, ...newRequest({ at: clock.now() }) }));
  for (const { name, ...request } of tokens) {
    await store.insertSignup(signup({ email: `${name}@a.example`, createdAt: 1 }), request);
    await store.settleMessage(request.id, { outcome: 'sent', at: clock.now() });
  }
  await store.confirmSignup(tokens[0]?.token ?? '', clock.now());
  const later = clock.now() + 40 * DAY_MS;
  const told = webhooks.announceRemoved.expired;
  const step = { at: later, after: null, dryRun: false, told };
  const unconfirmed = { ...step, before: 1, unconfirmedBefore: later };
  expect(await store.expire({ kind: 'signups', ...unconfirmed })).toMatchObject({ expired: 1 });
  expect(await store.webhookStates()).toEqual([]);
  await store.expire({ kind: 'signups', ...unconfirmed, before: later });
  expect((await store.webhookStates())[0]?.waiting).toBe(1);
  const others = ['Jane', 'John', 'Joan'].map((name) => ({ name, ...newRequest() }));
  for (const { name, ...request } of others)
    await store.insertSignup(signup({ name, email: 'c@a.example' }), request);
  await store.leave(others[0]?.token ?? '', clock.now(), webhooks.announceRemoved.left);
  expect((await store.webhookStates())[0]?.waiting).toBe(2);
});

test('Slack gets the same as text, and words of people cannot mark it up or notify a channel', async () => {
  const { receiver, store, until, webhooks } = await open({
    format: 'slack',
    includesPerson: true,
    secret: null,
  });
  const name = '<!channel> *Jane* & @everyone\n`x`';
  const payload = { path: '/pricing', channel: 'search' }; // as an older version queued it
  const notices = webhooks.announce('signup.created', { payload });
  await store.insertSignup(signup({ name }), null, notices);
  await until(() => expect(receiver.requests).toHaveLength(1));
  const { text } = JSON.parse(receiver.requests[0]?.body ?? '') as { text: string };
  expect(text).toContain('*Dubkit* Somebody signed up to be notified.\n');
  expect(text).toContain('&lt;!channel&gt;');
  expect(text).toContain('&amp;');
  expect(text).not.toMatch(/[^\u200b][`]|@everyone|<!/);
  expect(text.split('\n')).toHaveLength(4);
});

test('words of people in a message to Slack become no links, and are cut between characters', async () => {
  const { receiver, store, until, webhooks } = await open({
    format: 'slack',
    includesPerson: true,
    secret: null,
  });
  const words = '[click](https://evil.example) ![](http://evil.example/x.png) www.evil.example';
  for (const useCase of ['🚀'.repeat(2_000), `x${'🚀'.repeat(2_000)}`]) {
    const one = signup({ name: words, email: `p${newId()}@a.example`, useCase });
    await store.insertSignup(one, null, webhooks.announce('signup.created'));
  }
  webhooks.wake();
  await until(() => expect(receiver.requests).toHaveLength(2));
  for (const { body } of receiver.requests) {
    const { text } = JSON.parse(body) as { text: string };
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).not.toMatch(/:\/\/|\]\(|www\./);
  }
});
