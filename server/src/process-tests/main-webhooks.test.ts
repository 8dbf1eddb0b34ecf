import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRandom } from '../testing/data/random.ts';
import { signUp } from '../testing/data/visitor.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
import { rounds } from '../testing/rounds.ts';
import {
  createProject,
  createSite,
  execute,
  query,
  startListening,
} from '../testing/sites/server-process.ts';

const GROWTH_TOKEN = 'a-token-for-the-tests';
const ROUNDS = rounds(3, 8);
/** The moments differ in each run; `CRASH_SEED` repeats those of a failed run. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const SOON = { timeout: 30_000, interval: 10 };

async function openReceiver() {
  const receiver = await openWebhookReceiver();
  onTestFinished(() => receiver.close());
  const env = {
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET,
    WEBHOOK_INCLUDE: 'person',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    RATE_LIMITS: 'off',
  };
  return { ...receiver, env };
}

test(`killed ${ROUNDS} times under load: every stored signup is told once, alone or as one of several (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const root = createProject();
  const { env, requests } = await openReceiver();
  let accepted = 0;
  let last = 0;
  const load = async (url: string) => {
    for (;;) {
      last += 1;
      const status = await signUp(url, `p${last}@a.example`);
      if (status === 0) return;
      if (status === 201) accepted += 1;
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    const { url, child, exited } = await startListening(root, env);
    const before = accepted;
    const loads = Promise.all([load(url), load(url)]);
    await vi.waitFor(() => expect(accepted).toBeGreaterThan(before + random(10)), SOON);
    await sleep(random(30));
    child.kill('SIGKILL');
    await Promise.all([loads, exited]);
    // As if a minute had passed, for what has been queued.
    execute(root, 'UPDATE outbox SET created_at = created_at - 120000, due_at = due_at - 120000');
  }
  const { output } = await startListening(root, env);
  await vi.waitFor(
    () => expect(query(root, "SELECT 1 FROM outbox WHERE state = 'waiting'")).toEqual([]),
    { timeout: 120_000, interval: 100 },
  );
  const told = new Map(
    requests.map(({ message, headers }) => [headers['webhook-id'], message?.data['count'] ?? 1]),
  );
  const stored = query(root, 'SELECT 1 FROM notifyme_signups').length;
  expect([...told.values()].reduce((sum: number, count) => sum + Number(count), 0)).toBe(stored);
  expect(stored).toBeGreaterThanOrEqual(accepted);
  // A crash may repeat the message that is on its way.
  expect(told.size).toBeGreaterThan(ROUNDS);
  expect(requests.length).toBeLessThanOrEqual(told.size + ROUNDS);
  const order = [...told.keys()];
  expect(order).toEqual(order.toSorted());
  expect(output.stderr).toBe('');
}, 300_000);

test('a signup answers at once while its receiver hangs, and /readyz and /metrics say that messages wait', async () => {
  const { root } = await createSite();
  const { env, rules, requests } = await openReceiver();
  rules.behaviour = { kind: 'cuts' };
  const METRICS_TOKEN = 'm'.repeat(16);
  const server = await startListening(root, { ...env, METRICS_TOKEN });
  expect(await signUp(server.url, 'jane@a.example')).toBe(201);
  await vi.waitFor(async () => {
    const { reasons } = (await (await fetch(`${server.url}/readyz`)).json()) as {
      reasons: string[];
    };
    expect(reasons.join()).toMatch(/Messages wait for the webhook at 127.0.0.1:\d+: ECONNRESET\./);
  }, SOON);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^dubkit_webhook_waiting\{recipient="webhook-[0-9a-f]{16}"\} 1$/m);
  expect(metrics).toMatch(/^dubkit_webhook_attempts_total\{outcome="later"\} [1-9]/m);
  rules.behaviour = { kind: 'hangs' };
  const before = requests.length;
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(before), SOON);
  expect(await signUp(server.url, 'john@a.example')).toBe(201);
  expect(await server.stop()).toBe(0);
  expect(server.output.stderr).not.toMatch(/@|secret-of-the-url|whsec/);
});

test('a start with another build notes it once, and the first start notes nothing', async () => {
  const { root } = await createSite();
  const notes = async () => {
    const { url, stop } = await startListening(root, { GROWTH_TOKEN });
    const headers = { Authorization: `Bearer ${GROWTH_TOKEN}` };
    const answer = await fetch(`${url}/growth/api/notes`, { headers });
    const found = (await answer.json()) as { notes: { kind: string; text: string }[] };
    await stop();
    return found.notes.map(({ kind, text }) => `${kind}: ${text}`);
  };
  expect(await notes()).toEqual([]);
  expect(await notes()).toEqual([]);
  writeFileSync(join(root, 'dist/client/manifest.json'), '{ "another": { "file": "a.js" } }');
  expect(await notes()).toEqual([expect.stringMatching(/^version: new version [0-9a-f]{7}$/)]);
  expect(await notes()).toHaveLength(1);
});
