import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRandom, crashSeed as seed } from '../testing/data/random.ts';
import { startLoad } from '../testing/data/start-load.ts';
import { signUp } from '../testing/data/visitor.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { openWebhookReceiver, WEBHOOK_SECRET } from '../testing/programs/webhook-receiver.ts';
import { rounds } from '../testing/rounds.ts';
import { createProject, execute, query, startListening } from '../testing/sites/server-process.ts';

const ROUNDS = rounds(3, 12);
const SOON = { timeout: 30_000, interval: 10 };

async function openReceivers() {
  const [mail, webhook] = [await openMailServer(), await openWebhookReceiver()];
  onTestFinished(() => mail.close());
  const env = {
    ...{ SMTP_URL: mail.url, MAIL_HOURLY: '100000', RATE_LIMITS: 'off' },
    ...{ WEBHOOK_URL: webhook.url, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: 'on' },
    WEBHOOK_INCLUDE: 'person unconfirmed',
  };
  return { mail, webhook, env };
}

test(`killed ${ROUNDS} times under load: every accepted signup has its message, none more than twice, and every stored one is told once, alone or as one of several (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const root = createProject();
  const { env, mail, webhook } = await openReceivers();
  const accepted: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { url, child, exited } = await startListening(root, env);
    const { acknowledged, ended } = startLoad({ urls: [url], clients: 2 });
    const { signups } = acknowledged;
    await vi.waitFor(() => expect(signups.length).toBeGreaterThan(random(10)), SOON);
    await sleep(random(30));
    child.kill('SIGKILL');
    await Promise.all([ended, exited]);
    accepted.push(...signups);
    // As if a minute had passed, for what has been queued.
    execute(root, 'UPDATE outbox SET created_at = created_at - 120000, due_at = due_at - 120000');
  }
  const { output } = await startListening(root, env);
  await vi.waitFor(
    () => expect(query(root, "SELECT 1 FROM outbox WHERE state = 'waiting'")).toEqual([]),
    { timeout: 120_000, interval: 100 },
  );
  expect(output.stderr).toBe('');
  expect(accepted.length).toBeGreaterThan(ROUNDS);

  const sent = new Map<string, string[]>();
  for (const { to, id } of mail.mailbox) sent.set(to, [...(sent.get(to) ?? []), id]);
  expect(accepted.filter((email) => !sent.has(email))).toEqual([]);
  for (const ids of sent.values()) {
    expect(ids.length).toBeLessThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
  }

  const { requests } = webhook;
  const told = new Map(
    requests.map(({ message, headers }) => [headers['webhook-id'], message?.data['count'] ?? 1]),
  );
  const stored = query(root, 'SELECT 1 FROM notifyme_signups').length;
  expect([...told.values()].reduce((sum: number, count) => sum + Number(count), 0)).toBe(stored);
  expect(stored).toBeGreaterThanOrEqual(accepted.length);
  // A crash may repeat the message that is on its way.
  expect(told.size).toBeGreaterThan(ROUNDS);
  expect(requests.length).toBeLessThanOrEqual(told.size + ROUNDS);
  const order = [...told.keys()];
  expect(order).toEqual(order.toSorted());
}, 300_000);

test('requests to leave that meet a locked database are answered, and carried out after a kill', async () => {
  const root = createProject();
  const { env, mail } = await openReceivers();
  const { url, child, exited } = await startListening(root, env);
  for (let index = 0; index < 3; index++) expect(await signUp(url, `${index}@a.example`)).toBe(201);
  await vi.waitFor(() => expect(mail.mailbox).toHaveLength(3), SOON);
  const count = () => query(root, 'SELECT 1 FROM notifyme_signups').length;
  const waiting = () =>
    query(root, "SELECT 1 FROM outbox WHERE kind = 'confirmation' AND state = 'waiting'");
  await vi.waitFor(() => expect(waiting()).toEqual([]), SOON);
  const links = mail.mailbox.map(({ raw }) => {
    const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return /\/leave\?token=[\w-]{22}/.exec(text)?.[0] ?? '';
  });
  const other = new Sqlite(join(root, 'data/site.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const leave = async (link: string) => {
    const body = new URLSearchParams({ what: 'everything' });
    return (await fetch(url + link, { method: 'POST', body })).status;
  };
  expect(new Set(await Promise.all(links.map(leave)))).toEqual(new Set([200]));
  expect(count()).toBe(3);
  child.kill('SIGKILL');
  await exited;
  other.exec('ROLLBACK');
  await startListening(root, env);
  await vi.waitFor(() => expect(count()).toBe(0), SOON);
}, 60_000);

test('a stop amid a message sends what is on its way, and nothing else; the rest leaves after the next start', async () => {
  const root = createProject();
  const { env, mail } = await openReceivers();
  const { mailbox, rules, holdReplies, arrived } = mail;
  const server = await startListening(root, env);
  expect(await signUp(server.url, 'jane@a.example')).toBe(201);
  await vi.waitFor(() => expect(mailbox).toHaveLength(1), SOON);
  const release = holdReplies();
  await signUp(server.url, 'john@a.example');
  await vi.waitFor(() => expect(arrived()).toBe(2), SOON);
  await signUp(server.url, 'third@a.example');
  const stopped = server.stop();
  await vi.waitFor(() => expect(fetch(`${server.url}/healthz`)).rejects.toThrow(), SOON);
  rules.answers.greeting = '554 5.7.1 No'; // to whatever is begun after the signal
  release();
  expect(await stopped).toBe(0);
  expect(server.output.stderr).not.toMatch(/@|token=|[\w-]{22}/);
  expect(mailbox.map(({ to }) => to)).toEqual(['jane@a.example', 'john@a.example']);
  rules.answers = {};
  await startListening(root, env);
  await vi.waitFor(() => expect(mailbox).toHaveLength(3), SOON);
  expect(mailbox[2]?.to).toBe('third@a.example'); // John's is not sent again
});

test('a signup answers at once while the mail server refuses us and a receiver fails or hangs; /readyz and /metrics say so', async () => {
  const root = createProject();
  const { env, mail, webhook } = await openReceivers();
  mail.rules.answers.login = '535 5.7.8 Wrong password';
  webhook.rules.behaviour = { kind: 'cuts' };
  const METRICS_TOKEN = 'm'.repeat(16);
  const server = await startListening(root, { ...env, METRICS_TOKEN });
  expect(await signUp(server.url, 'jane@a.example')).toBe(201);
  await vi.waitFor(async () => {
    const answer = await fetch(`${server.url}/readyz`);
    const { reasons } = (await answer.json()) as { reasons: string[] };
    expect(answer.status).toBe(200);
    expect(reasons.join()).toContain('535 5.7.8 Wrong password. It is tried again by itself');
    expect(reasons.join()).toMatch(/Messages wait for the webhook at 127.0.0.1:\d+: ECONNRESET\./);
  }, SOON);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  for (const line of [
    /^dubkit_mail_waiting 1$/m,
    /^dubkit_mail_state\{state="failing"\} 1$/m,
    /^dubkit_mail_attempts_total\{outcome="unreachable"\} 1$/m,
    /^dubkit_mail_oldest_seconds [\d.e-]+$/m,
    /^dubkit_webhook_waiting\{recipient="webhook-[0-9a-f]{16}"\} 1$/m,
    /^dubkit_webhook_attempts_total\{outcome="later"\} [1-9]/m,
    /^dubkit_commit_duration_seconds_count [1-9]/m,
    /^dubkit_commit_rows_sum [1-9]/m,
    /^process_cpu_seconds_total /m,
  ])
    expect(metrics).toMatch(line);
  webhook.rules.behaviour = { kind: 'hangs' };
  const before = webhook.requests.length;
  await vi.waitFor(() => expect(webhook.requests.length).toBeGreaterThan(before), SOON);
  expect(await signUp(server.url, 'john@a.example')).toBe(201);
  expect(await server.stop()).toBe(0);
  expect(server.output.stderr).not.toMatch(/@|secret-of-the-url|whsec|m{16}/);
});
