import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { createMetrics } from '../metrics.ts';
import { openPostgresStore } from '../store/postgres/store.ts';
import type { Store } from '../store/store.ts';
import { newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { hasPostgres, openPostgresDatabase } from '../testing/programs/postgres.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
import { newTestDatabase } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { webhookSecret } from './webhook-settings.ts';
import { createWebhooks, recipientOf, type WebhookDeps } from './webhooks.ts';

const HOUR_MS = 3_600_000;
const SOON = { timeout: 20_000, interval: 5 };
/** Receivers check that a message is not older than five minutes. */
const START = Date.now();

/** A site that tells one or more real receivers, by a clock that the test moves. */
async function open({
  receivers: count = 1,
  ownStore,
  ...change
}: Partial<WebhookDeps['config']> & { receivers?: number; ownStore?: Store } = {}) {
  const receivers = await Promise.all(Array.from({ length: count }, () => openWebhookReceiver()));
  onTestFinished(async () => void (await Promise.all(receivers.map(({ close }) => close()))));
  const store = ownStore ?? (await openTestStore(await newTestDatabase()));
  onTestFinished(() => store.close());
  const clock = createManualClock(START);
  const { log, allLines } = createTestLog(clock.now);
  const attempts: string[] = [];
  const times: number[] = [];
  const openWebhooks = (storeOfProcess = store) => {
    const webhooks = createWebhooks({
      store: storeOfProcess,
      site: { brand: 'Dubkit' },
      config: {
        urls: receivers.map(({ url }) => url),
        secret: webhookSecret.parse(WEBHOOK_SECRET),
        format: 'standard',
        includesPerson: false,
        allowsPrivate: true,
        ...change,
      },
      ...clock,
      newId,
      random: () => 1,
      log,
      metrics: {
        ...createMetrics(),
        webhook(outcome) {
          attempts.push(outcome);
          times.push(clock.now());
        },
      },
      timeoutMs: 500,
    });
    onTestFinished(() => webhooks.stop());
    return webhooks;
  };
  const webhooks = openWebhooks();
  webhooks.start();
  const signUp = async (email = `p${newId()}@a.example`) => {
    const request = newRequest({ at: clock.now() });
    const payload = { path: '/', channel: 'search' };
    const notices = webhooks.announce('signup.created', { payload });
    await store.insertSignup(signup({ email, createdAt: clock.now() }), request, notices);
    webhooks.wake();
    return request;
  };
  /** Moves the clock a little at a time until a condition holds. It stands still while a message is being sent. */
  const until = (check: () => void | Promise<void>, stepMs = 1_000) =>
    vi.waitFor(async () => {
      if (clock.timers() > 0) clock.advance(stepMs);
      await check();
    }, SOON);
  const [receiver] = receivers;
  if (!receiver) throw new Error('no receiver');
  const told = { attempts, times, allLines };
  return { receivers, receiver, store, clock, webhooks, openWebhooks, signUp, until, ...told };
}

test('a signup, its confirmation and its leaving arrive in order, signed, without a name or an address', async () => {
  const { receiver, signUp, until, store, webhooks, clock, allLines } = await open();
  const request = await signUp('jane@a.example');
  await store.confirmSignup(request.token, clock.now(), webhooks.announce('signup.confirmed'));
  await until(() => expect(receiver.requests).toHaveLength(2));
  await store.leave(request.token, clock.now(), webhooks.announceRemoved.left);
  await until(() => expect(receiver.requests).toHaveLength(3));
  const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(receiver.requests.map(({ message }) => message)).toEqual([
    {
      type: 'signup.created',
      timestamp,
      data: { signup_type: 'notifyme', path: '/', channel: 'search' },
    },
    { type: 'signup.confirmed', timestamp, data: { signup_type: 'notifyme' } },
    { type: 'signup.left', timestamp, data: { signup_type: 'notifyme' } },
  ]);
  expect(new Set(receiver.ids()).size).toBe(3);
  expect(JSON.stringify(receiver.requests)).not.toMatch(/jane/i);
  expect(allLines.join()).not.toMatch(/jane|secret-of-the-url/i);
});

test('WEBHOOK_INCLUDE=person adds who it is, and who has left, and never the channel of the visit beside a name', async () => {
  const { receiver, signUp, until, store, webhooks, clock } = await open({ includesPerson: true });
  const request = await signUp('jane@a.example');
  await until(() => expect(receiver.requests).toHaveLength(1));
  await store.leave(request.token, clock.now(), webhooks.announceRemoved.left);
  await until(() => expect(receiver.requests).toHaveLength(2));
  const [created, left] = receiver.requests.map(({ message }) => message?.data);
  expect(created).toMatchObject({ name: 'Jane', email: 'jane@a.example', use_case: null });
  expect(created).not.toHaveProperty('channel');
  expect(left).toEqual({ signup_type: 'notifyme', id: created?.['id'] });
});

test('a receiver that was told of a person is told when the signup is past its retention, and no other is', async () => {
  for (const includesPerson of [true, false]) {
    const { receiver, signUp, until, store, webhooks, clock } = await open({ includesPerson });
    await signUp();
    await until(() => expect(receiver.requests).toHaveLength(1));
    await until(async () => expect((await store.webhookStates())[0]?.waiting).toBe(0));
    const told = webhooks.announceRemoved.expired;
    const before = clock.now() + 1;
    await store.expire({ kind: 'signups', before, after: null, dryRun: false, told });
    expect((await store.webhookStates())[0]?.waiting ?? 0).toBe(includesPerson ? 1 : 0);
    if (!includesPerson) continue;
    await until(() => expect(receiver.requests).toHaveLength(2));
    const [created, left] = receiver.requests.map(({ message }) => message?.data);
    const id = created?.['id'];
    expect(left).toEqual({ signup_type: 'notifyme', reason: 'expired', id });
  }
});

test('Slack gets the same as text, and words of people cannot mark it up or notify a channel', async () => {
  const { receiver, store, until, webhooks } = await open({
    format: 'slack',
    includesPerson: true,
    secret: null,
  });
  const name = '<!channel> *Jane* & @everyone\n`x`';
  const payload = { path: '/pricing', channel: 'search' };
  const notices = webhooks.announce('signup.created', { payload });
  await store.insertSignup(signup({ name }), null, notices);
  await until(() => expect(receiver.requests).toHaveLength(1));
  const { text } = JSON.parse(receiver.requests[0]?.body ?? '') as { text: string };
  expect(text).toContain('*Dubkit* Somebody signed up to be notified on /pricing.');
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

test('a receiver that hangs delays no other', async () => {
  const { receivers, signUp, until, store } = await open({ receivers: 3 });
  const [first, second, third] = receivers;
  if (first) first.rules.behaviour = { kind: 'hangs' };
  for (let count = 0; count < 5; count++) await signUp();
  await until(() => expect([second?.requests.length, third?.requests.length]).toEqual([5, 5]), 0);
  await until(async () => {
    const waiting = (await store.webhookStates()).filter((state) => state.waiting > 0);
    expect(waiting).toMatchObject([{ recipient: recipientOf(first?.url ?? ''), waiting: 5 }]);
  }, 0);
});

test.each([
  { kind: 'answers', status: 500 },
  { kind: 'answers', status: 404 },
  { kind: 'cuts' },
  { kind: 'hangs' },
] as const)(
  'after %j it tries again, in order and with one id, and all arrive',
  async (behaviour) => {
    const { receiver, signUp, until, store, webhooks, attempts } = await open();
    receiver.rules.behaviour = behaviour;
    for (let count = 0; count < 3; count++) await signUp();
    await until(() => expect(attempts.length).toBeGreaterThan(2));
    expect(webhooks.statuses()[0]).toMatchObject({ state: 'failing' });
    receiver.rules.behaviour = { kind: 'accepts' };
    await until(async () => {
      expect((await store.webhookStates())[0]).toMatchObject({ waiting: 0 });
    }, 60_000);
    const ids = receiver.ids();
    const once = [...new Set(ids)];
    expect(once).toEqual(once.toSorted());
    expect(once).toHaveLength(3);
    expect(ids.filter((id) => id === once[0]).length).toBeGreaterThan(2);
    await until(() => expect(webhooks.statuses()[0]).toMatchObject({ state: 'idle' }));
  },
);

test('the pauses grow to an hour, and a message is given up after 48 hours', async () => {
  const { receiver, signUp, until, store, attempts, times } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 503 };
  await signUp();
  await until(() => expect(attempts).toHaveLength(5), 10_000);
  await until(() => expect(attempts).toContain('given_up'), 300_000);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const least = [5_000, 30_000, 120_000, 600_000, 1_800_000, HOUR_MS, HOUR_MS];
  for (const [index, pause] of least.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(pause);
    expect(pauses[index]).toBeLessThan(pause + 600_000);
  }
  const lasted = (times.at(-1) ?? 0) - START;
  expect(lasted).toBeGreaterThanOrEqual(2 * DAY_MS);
  expect(lasted).toBeLessThan(2 * DAY_MS + 3 * HOUR_MS);
  // The outcome is known before it is stored.
  await until(async () => {
    expect((await store.webhookStates())[0]).toMatchObject({ waiting: 0, givenUp: 1 });
  });
}, 90_000);

test('a message that its receiver refuses is given up after an hour, and the next one arrives', async () => {
  const { receiver, signUp, until, store, times } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 400 };
  await signUp();
  const givenUp = async () => (await store.webhookStates())[0]?.givenUp;
  await until(async () => expect(await givenUp()).toBe(1), 60_000);
  expect((times.at(-1) ?? 0) - START).toBeLessThan(HOUR_MS + 120_000);
  expect((times.at(-1) ?? 0) - START).toBeGreaterThanOrEqual(HOUR_MS);
  receiver.rules.behaviour = { kind: 'accepts' };
  await signUp();
  await until(async () => expect((await store.webhookStates())[0]?.waiting).toBe(0));
  expect(await givenUp()).toBe(1);
});

test('after a stop of three days a message is not given up at the first failure', async () => {
  const { receiver, signUp, until, clock, webhooks, openWebhooks, attempts } = await open();
  await webhooks.stop();
  receiver.rules.behaviour = { kind: 'answers', status: 503 };
  await signUp();
  clock.advance(3 * DAY_MS);
  openWebhooks().start();
  await until(() => expect(attempts).toContain('given_up'));
  expect(attempts).toEqual(['later', 'later', 'later', 'given_up']);
});

test.each([
  ['in seconds', () => '600'],
  ['as a date', () => new Date(START + 700_000).toUTCString()],
])('a receiver that answers 429 is left in peace until Retry-After, %s', async (_, value) => {
  const { receiver, signUp, until, clock, attempts, times } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 429, headers: { 'Retry-After': value() } };
  await signUp();
  await until(() => expect(attempts).toHaveLength(1), 0);
  receiver.rules.behaviour = { kind: 'accepts' };
  await until(() => expect(attempts).toEqual(['later', 'sent']), 20_000);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(599_000);
  expect(clock.now() - START).toBeLessThan(HOUR_MS);
});

test('a receiver that answers 410 gets no further message, even after a restart, until its URL has been removed', async () => {
  const { receiver, signUp, until, store, webhooks, openWebhooks, attempts } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 410 };
  await signUp();
  await signUp();
  await until(() => expect(webhooks.statuses()[0]).toMatchObject({ state: 'off' }));
  const recipient = recipientOf(receiver.url);
  expect(await store.webhookStates()).toMatchObject([{ recipient, waiting: 0 }]);
  expect((await store.webhookStates())[0]?.offSince).toBeGreaterThanOrEqual(START);
  receiver.rules.behaviour = { kind: 'accepts' };
  await webhooks.stop();
  const next = openWebhooks();
  await store.forgetSwitchedOff([recipient]);
  next.start();
  await signUp();
  expect(await store.webhookStates()).toMatchObject([{ recipient, waiting: 0 }]);
  expect(receiver.requests).toHaveLength(1);
  await store.forgetSwitchedOff([]);
  await signUp();
  next.wake();
  await until(() => expect(attempts).toEqual(['sent']));
  expect(receiver.requests).toHaveLength(2);
});

test('a redirect is not followed, and a private address gets no request', async () => {
  const { receivers, receiver, signUp, until, attempts, webhooks } = await open();
  const secret = await openWebhookReceiver();
  onTestFinished(() => secret.close());
  const headers = { Location: secret.url };
  receiver.rules.behaviour = { kind: 'answers', status: 302, headers };
  await signUp();
  await until(() => expect(attempts).toEqual(['later']), 0);
  await until(() => expect(webhooks.statuses()[0]?.reason).toBe('302: redirects are not followed'));
  expect([receivers[0]?.requests.length, secret.requests.length]).toEqual([1, 0]);
  const { receiver: own, ...site } = await open({ allowsPrivate: false });
  await site.signUp();
  await site.until(() => expect(site.attempts.length).toBeGreaterThan(1));
  expect(own.requests).toEqual([]);
});

test('what waits about a person is removed when they leave', async () => {
  const { receiver, signUp, until, store, clock, attempts, webhooks } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 500 };
  const request = await signUp('jane@a.example');
  await until(() => expect(attempts.length).toBeGreaterThan(0));
  await store.leave(request.token, clock.now());
  expect((await store.webhookStates())[0]?.waiting ?? 0).toBe(0);
  receiver.rules.behaviour = { kind: 'accepts' };
  const before = receiver.requests.length;
  await signUp('john@a.example');
  await until(() => expect(receiver.requests.length).toBe(before + 1));
  await until(() => expect(webhooks.statuses()[0]).toMatchObject({ state: 'idle' }));
});

test('a stop lets a message in progress finish', async () => {
  const { receiver, signUp, clock, webhooks, store } = await open();
  receiver.rules.behaviour = { kind: 'hangs amid the answer' };
  await signUp();
  clock.advance(0);
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), SOON);
  await webhooks.stop();
  expect(receiver.requests).toHaveLength(1);
  expect((await store.webhookStates())[0]).toMatchObject({ waiting: 0 });
});

test.skipIf(!hasPostgres())(
  'two processes on one PostgreSQL tell each of two URLs once',
  async () => {
    const url = await openPostgresDatabase();
    const [ownStore, other] = await Promise.all([openPostgresStore(url), openPostgresStore(url)]);
    onTestFinished(() => other.close());
    const { receivers, store, signUp, until, openWebhooks } = await open({
      receivers: 2,
      ownStore,
    });
    for (let count = 0; count < 15; count++) await signUp();
    openWebhooks(other).start();
    await until(async () => {
      const waiting = (await store.webhookStates()).map((state) => state.waiting);
      expect(waiting).toEqual([0, 0]);
    });
    for (const { ids } of receivers) expect([ids().length, new Set(ids()).size]).toEqual([15, 15]);
  },
);
