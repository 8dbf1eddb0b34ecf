import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRandom } from '../testing/data/random.ts';
import { signUp } from '../testing/data/visitor.ts';
import { openMailServer } from '../testing/programs/mail-server.ts';
import { rounds } from '../testing/rounds.ts';
import {
  createProject,
  createSite,
  query,
  startListening,
} from '../testing/sites/server-process.ts';

const ROUNDS = rounds(3, 12);
/** The moments differ in each run; `CRASH_SEED` repeats those of a failed run. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const SOON = { timeout: 30_000, interval: 10 };

async function openMail() {
  const mail = await openMailServer();
  onTestFinished(() => mail.close());
  return { ...mail, env: { SMTP_URL: mail.url, MAIL_HOURLY: '100000', RATE_LIMITS: 'off' } };
}

test(`killed ${ROUNDS} times under load: every accepted signup has its message, none more than twice (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const root = createProject();
  const { env, mailbox } = await openMail();
  const accepted: string[] = [];
  let last = 0;
  const load = async (url: string) => {
    for (;;) {
      last += 1;
      const email = `p${last}@a.example`;
      const status = await signUp(url, email);
      if (status === 0) return;
      if (status === 201) accepted.push(email);
    }
  };
  for (let round = 0; round < ROUNDS; round++) {
    const { url, child, exited } = await startListening(root, env);
    const before = accepted.length;
    const loads = Promise.all([load(url), load(url)]);
    await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(before + random(10)), SOON);
    await sleep(random(30));
    child.kill('SIGKILL');
    await Promise.all([loads, exited]);
  }
  const { output } = await startListening(root, env);
  await vi.waitFor(
    () => expect(query(root, "SELECT 1 FROM outbox WHERE state = 'waiting'")).toEqual([]),
    { timeout: 120_000, interval: 100 },
  );
  const times = new Map<string, string[]>();
  for (const { to, id } of mailbox) times.set(to, [...(times.get(to) ?? []), id]);
  expect(accepted.filter((email) => !times.has(email))).toEqual([]);
  expect(accepted.length).toBeGreaterThan(ROUNDS);
  for (const ids of times.values()) {
    expect(ids.length).toBeLessThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
  }
  expect(output.stderr).toBe('');
}, 300_000);

test('the way from a signup to a confirmed row, through a process, and a stop amid a message', async () => {
  const { root } = await createSite();
  const { env, mailbox, rules, holdReplies, arrived } = await openMail();
  const server = await startListening(root, env);
  expect(await signUp(server.url, 'jane@a.example')).toBe(201);
  await vi.waitFor(() => expect(mailbox).toHaveLength(1), SOON);
  const raw = mailbox[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  const token = /confirm\?token=([\w-]{22})/.exec(raw)?.[1] ?? '';
  const path = `${server.url}/confirm?token=${token}`;
  expect(await (await fetch(path)).text()).toContain('<title>confirm</title>');
  expect(await (await fetch(path, { method: 'POST' })).text()).toContain('<title>confirmed<');
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

test('a refused account stands in the reasons of /readyz, and signups are accepted', async () => {
  const { root } = await createSite();
  const { env, rules } = await openMail();
  rules.answers.login = '535 5.7.8 Wrong password';
  const { url } = await startListening(root, { ...env, METRICS_TOKEN: 'm'.repeat(16) });
  expect(await signUp(url, 'jane@a.example')).toBe(201);
  await vi.waitFor(async () => {
    const { reasons } = (await (await fetch(`${url}/readyz`)).json()) as { reasons: string[] };
    expect(reasons.join()).toContain('535 5.7.8 Wrong password. It is tried again by itself');
  }, SOON);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await signUp(url, 'john@a.example')).toBe(201);
  const headers = { Authorization: `Bearer ${'m'.repeat(16)}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^dubkit_mail_waiting 2$/m);
  expect(metrics).toMatch(/^dubkit_mail_state\{state="failing"\} 1$/m);
  expect(metrics).toMatch(/^dubkit_mail_state\{state="idle"\} 0$/m);
  expect(metrics).toMatch(/^dubkit_mail_attempts_total\{outcome="unreachable"\} 1$/m);
  expect(metrics).toMatch(/^dubkit_mail_oldest_seconds [\d.e-]+$/m);
});
