import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { recipientOf } from '../../settings/webhook-settings.ts';
import { openWebhookReceiver } from '../../testing/programs/webhook-receiver.ts';
import { openWebhookSite } from '../../testing/sites/webhook-site.ts';

const open = (options?: Parameters<typeof openWebhookSite>[0]) =>
  openWebhookSite({ kind: 'signup.confirmed', ...options });

const idle = { state: 'idle' };

test('a receiver that hangs delays no other; it is tried again, in order and with one id, and all arrive', async () => {
  const { receivers, receiver, signUp, until, store, webhooks, attempts } = await open({
    receivers: 3,
  });
  receiver.rules.behaviour = { kind: 'hangs' };
  for (let count = 0; count < 3; count++) await signUp();
  const others = receivers.slice(1);
  await until(() => expect(others.map(({ requests }) => requests.length)).toEqual([3, 3]), 0);
  const tried = () => attempts.filter((outcome) => outcome === 'later').length;
  await until(() => expect(tried()).toBeGreaterThan(2));
  expect(webhooks.statuses()).toMatchObject([{ state: 'failing' }, idle, idle]);
  receiver.rules.behaviour = { kind: 'accepts' };
  const waiting = async () => (await store.webhookStates()).map((state) => state.waiting);
  await until(async () => expect(await waiting()).toEqual([0, 0, 0]), 60_000);
  const ids = receiver.ids();
  const once = [...new Set(ids)];
  expect(once).toEqual(once.toSorted());
  expect(once).toHaveLength(3);
  expect(ids.filter((id) => id === once[0]).length).toBeGreaterThan(1);
  await until(() => expect(webhooks.statuses()).toMatchObject([idle, idle, idle]));
});

test('the pauses grow to an hour, and a message is given up after 48 hours', async () => {
  const { receiver, start, signUp, until, store, attempts, times } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 503 };
  await signUp();
  await until(() => expect(attempts).toHaveLength(5), 10_000);
  await until(() => expect(attempts).toContain('given_up'), 500_000);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const least = [5_000, 30_000, 120_000, 600_000, 1_800_000, HOUR_MS, HOUR_MS];
  for (const [index, pause] of least.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(pause);
    expect(pauses[index]).toBeLessThan(pause + 600_000);
  }
  const lasted = (times.at(-1) ?? 0) - start;
  expect(lasted).toBeGreaterThanOrEqual(2 * DAY_MS);
  expect(lasted).toBeLessThan(2 * DAY_MS + 3 * HOUR_MS);
  // The outcome is known before it is stored.
  await until(async () =>
    expect(await store.webhookStates()).toMatchObject([{ waiting: 0, givenUp: 1 }]),
  );
}, 90_000);

test('what says that somebody left is never given up', async () => {
  const { receiver, start, signUp, until, waiting, clock } = await open({ kind: 'signup.left' });
  receiver.rules.behaviour = { kind: 'answers', status: 403 };
  await signUp();
  await until(() => expect(clock.now() - start).toBeGreaterThan(3 * DAY_MS), 600_000);
  expect(await waiting()).toBe(1);
  receiver.rules.behaviour = { kind: 'accepts' };
  await until(async () => expect(await waiting()).toBe(0), 60_000);
}, 90_000);

test('a message that its receiver refuses delays no other, and is given up after an hour', async () => {
  const { receiver, start, signUp, until, waiting, store, attempts, times } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 400 };
  await signUp();
  await until(() => expect(attempts).toEqual(['later']), 0);
  receiver.rules.behaviour = { kind: 'accepts' };
  await signUp();
  await until(() => expect(attempts).toEqual(['later', 'sent']), 0); // the clock stands still
  await until(async () => expect(await waiting()).toBe(1), 0);
  receiver.rules.behaviour = { kind: 'answers', status: 400 };
  const state = { waiting: 0, givenUp: 1 };
  await until(async () => expect(await store.webhookStates()).toMatchObject([state]), 60_000);
  const lasted = (times.at(-1) ?? 0) - start;
  expect(lasted).toBeGreaterThanOrEqual(HOUR_MS);
  expect(lasted).toBeLessThan(HOUR_MS + 120_000);
});

test('after a stop of three days a message is not given up at the first failure', async () => {
  const { receiver, signUp, until, clock, webhooks, startWebhooks, attempts } = await open();
  await webhooks.stop();
  receiver.rules.behaviour = { kind: 'answers', status: 500 };
  await signUp();
  clock.advance(3 * DAY_MS);
  startWebhooks();
  await until(() => expect(attempts).toContain('given_up'));
  expect(attempts).toEqual(['later', 'later', 'later', 'given_up']);
});

test('a message that a clock years ahead made is given up, too', async () => {
  const { receiver, signUp, until, clock, webhooks, startWebhooks, attempts } = await open();
  await webhooks.stop();
  receiver.rules.behaviour = { kind: 'answers', status: 500 };
  clock.advance(900 * DAY_MS);
  await signUp();
  clock.advance(-900 * DAY_MS);
  startWebhooks();
  await until(() => expect(attempts).toContain('given_up'));
});

test('a receiver that answers 429 is left in peace until Retry-After', async () => {
  const { receiver, start, signUp, until, attempts, times } = await open();
  const headers = { 'Retry-After': '600' };
  receiver.rules.behaviour = { kind: 'answers', status: 429, headers };
  await signUp();
  await until(() => expect(attempts).toHaveLength(1), 0);
  receiver.rules.behaviour = { kind: 'accepts' };
  await until(() => expect(attempts).toEqual(['later', 'sent']), 20_000);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(599_000);
  expect((times[1] ?? 0) - start).toBeLessThan(HOUR_MS);
});

// store-contract-notices.ts has what waits for it, and that it is told again once its URL has been removed.
test('a receiver that answers 410 gets no further message, even after a restart', async () => {
  const { receiver, signUp, until, store, webhooks, startWebhooks } = await open();
  receiver.rules.behaviour = { kind: 'answers', status: 410 };
  await signUp();
  await until(() => expect(webhooks.statuses()[0]).toMatchObject({ state: 'off' }));
  receiver.rules.behaviour = { kind: 'accepts' };
  await webhooks.stop();
  const recipient = recipientOf(receiver.url);
  await store.forgetSwitchedOff([recipient]);
  startWebhooks();
  await signUp();
  expect(await store.webhookStates()).toMatchObject([{ recipient, waiting: 0 }]);
  expect(receiver.requests).toHaveLength(1);
});

test('a redirect is not followed', async () => {
  const { receiver, signUp, until, attempts, webhooks } = await open();
  const secret = await openWebhookReceiver();
  const headers = { Location: secret.url };
  receiver.rules.behaviour = { kind: 'answers', status: 302, headers };
  await signUp();
  await until(() => expect(attempts).toEqual(['later']), 0);
  await until(() => expect(webhooks.statuses()[0]?.reason).toBe('302: redirects are not followed'));
  expect([receiver.requests.length, secret.requests.length]).toEqual([1, 0]);
});

test('a private address gets no request', async () => {
  const { receiver, signUp, until, attempts } = await open({ allowsPrivate: false });
  await signUp();
  await until(() => expect(attempts.length).toBeGreaterThan(1));
  expect(receiver.requests).toEqual([]);
});

test('while another process sends, this one sends nothing', async () => {
  const { receiver, signUp, until, webhooks, startWebhooks } = await open();
  await webhooks.stop();
  const runAlone = vi.fn(async () => false);
  startWebhooks({ runAlone });
  await signUp();
  await until(() => expect(runAlone.mock.calls.length).toBeGreaterThan(2));
  expect(receiver.requests).toEqual([]);
});
