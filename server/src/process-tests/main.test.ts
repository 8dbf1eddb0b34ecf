import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { EXAMPLE_SITE } from '../site-config.ts';
import { grantOnPage } from '../testing/data/visitor.ts';
import { createProject, start, startListening } from '../testing/sites/server-process.ts';

const TIMEOUT = 60_000;

async function startFailing(root: string, env?: Record<string, string>) {
  const { exited, output } = start(root, env);
  expect(await exited).toBe(1);
  expect(output.stdout).toBe('');
  return output.stderr;
}

const json = { 'Content-Type': 'application/json', apikey: 'public-anon-key' };
const post = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
const JANE = '0195a000-0000-7000-8000-00000000000a';
const signup = (email: string) => ({ name: 'Jane', email, signup_type: 'notifyme' });
const scroll = (id: string) => ({
  consentId: JANE,
  sessionId: JANE,
  sentAt: new Date().toISOString(),
  events: [
    {
      id,
      name: 'scroll',
      timestamp: new Date().toISOString(),
      properties: { percent_scrolled: 25 },
    },
  ],
});

function count(root: string, table: string) {
  const db = new Sqlite(join(root, 'data/site.db'));
  const number = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  db.close();
  return number;
}

test(
  'what was acknowledged is there after kill -9',
  async () => {
    const root = createProject();
    const { url, child, exited } = await startListening(root, { RATE_LIMITS: 'off' });
    await grantOnPage(url, JANE);
    const answers = Array.from({ length: 40 }, async (_, index) => {
      const id = `0195a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      const [event, row] = await Promise.all([
        post(`${url}/api/events`, scroll(id)),
        post(`${url}/rest/v1/notifyme_signups`, signup(`jane${index}@example.org`)),
      ]);
      return [event.status, row.status];
    });
    expect(new Set((await Promise.all(answers)).flat())).toEqual(new Set([200, 201]));
    child.kill('SIGKILL');
    await exited;
    const again = await startListening(root);
    expect(
      (await post(`${again.url}/rest/v1/notifyme_signups`, signup('jane0@example.org'))).status,
    ).toBe(409);
    expect(['consents', 'events', 'notifyme_signups'].map((table) => count(root, table))).toEqual([
      1, 40, 40,
    ]);
  },
  TIMEOUT,
);

test(
  'it says where it is and what is configured, and SIGTERM ends it in order',
  async () => {
    const root = createProject();
    writeFileSync(join(root, '.env'), 'SITE_URL=https://from-file.test\nPOSTHOG_KEY=phc_secret\n');
    const site = { ...EXAMPLE_SITE, brand: 'Dubkit\u202e' };
    writeFileSync(join(root, 'data/site.json'), JSON.stringify(site));
    const env = { SITE_URL: 'https://www.dubbing.test' };
    const { url, child, exited, output } = await startListening(root, env);
    const page = await (await fetch(url)).text();
    expect(page).toContain('Dubkit\u202e https://www.dubbing.test');
    expect((await fetch(url, { headers: { 'If-None-Match': '*' } })).status).toBe(304);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output.stdout).toMatch(/^Dubkit\\u202e is at http/); // a terminal would turn the line round
    expect(output.stdout).toContain(join(root, 'data/site.db'));
    expect(output.stdout).toContain('https://eu.i.posthog.com');
    expect(output.stdout).toMatch(/site\.json .*company/);
    expect(output.stdout).not.toContain('phc_secret');
    expect(output.stderr).toBe('');
    const db = new Sqlite(join(root, 'data/site.db'));
    expect(db.prepare('SELECT path, count FROM page_counts').all()).toEqual([
      { path: '/', count: 2 },
    ]);
    db.close();
  },
  TIMEOUT,
);

test(
  'the revision rises when data begins to go to somebody else',
  async () => {
    const root = createProject();
    const revision = async (env?: Record<string, string>) => {
      const { url, child, exited } = await startListening(root, env);
      const page = await (await fetch(url)).text();
      child.kill('SIGTERM');
      await exited;
      return /revision (\d+)/.exec(page)?.[1];
    };
    expect(await revision()).toBe('1');
    expect(await revision()).toBe('1');
    expect(await revision({ POSTHOG_KEY: 'phc_x' })).toBe('2');
    expect(await revision({ POSTHOG_KEY: 'phc_x', POSTHOG_HOST: 'https://us.i.posthog.com' })).toBe(
      '3',
    );
  },
  TIMEOUT,
);

test(
  'what it cannot start with ends it with one line',
  async () => {
    const root = createProject();
    expect(await startFailing(root, { PORT: 'abc' })).toBe(
      'PORT is "abc"; expected a whole number from 0 to 65535, e.g. PORT=3000\n',
    );
    mkdirSync(join(root, 'folder.db'));
    const unwritable = await startFailing(root, { DATABASE_URL: 'file:folder.db' });
    expect(unwritable).toContain(join(root, 'folder.db'));
    writeFileSync(
      join(root, 'no.db'),
      'this is no database at all, though long enough to be one\n'.repeat(99),
    );
    const noDatabase = await startFailing(root, { DATABASE_URL: 'file:no.db' });
    writeFileSync(join(root, 'data/site.json'), '{"brand": 7}');
    const badSite = await startFailing(root);
    for (const line of [unwritable, noDatabase, badSite]) expect(line).toMatch(/^[^\n]+\n$/);
    expect(badSite).toContain('site.json: brand is 7');
  },
  TIMEOUT,
);

test(
  'a start that fails because its port is taken asks nobody anew',
  async () => {
    const root = createProject();
    const { url, child, exited } = await startListening(root);
    const { port } = new URL(url);
    await startFailing(root, { PORT: port, POSTHOG_KEY: 'phc_x' });
    child.kill('SIGTERM');
    await exited;
    expect(count(root, 'consent_texts')).toBe(1);
  },
  TIMEOUT,
);

test(
  'without a build, and on a port that is taken, one line says what to do',
  async () => {
    const root = createProject();
    const { url } = await startListening(root);
    const { port } = new URL(url);
    expect(await startFailing(root, { PORT: port })).toMatch(
      new RegExp(`^PORT ${port} [^\\n]+\\n$`),
    );
    rmSync(join(root, 'dist/ssr'), { recursive: true });
    expect(await startFailing(root)).toMatch(/^[^\n]+npm run build[^\n]+\n$/);
  },
  TIMEOUT,
);

test(
  'with METRICS_TOKEN a scrape shows the commits, the process and the delay of its event loop',
  async () => {
    const token = 'a-token-of-this-test';
    const { url, output } = await startListening(createProject(), { METRICS_TOKEN: token });
    await grantOnPage(url, JANE);
    const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    const text = await answer.text();
    expect(text).toMatch(/^dubkit_commit_duration_seconds_count [1-9]/m);
    expect(text).toMatch(/^dubkit_commit_rows_sum [1-9]/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(output.stdout + output.stderr).not.toContain(token);
  },
  TIMEOUT,
);
