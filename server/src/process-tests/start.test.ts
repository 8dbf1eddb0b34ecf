import { cpSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { EXAMPLE_SITE } from '../site/site-config.ts';
import {
  createProject,
  execute,
  query,
  start,
  startListening,
} from '../testing/sites/server-process.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Returns a self-hoster's folder with a build of its own, which a test may change. */
function createOwnBuild() {
  const root = createProject();
  const dist = join(root, 'dist');
  const built = realpathSync(dist);
  rmSync(dist); // a link
  cpSync(built, dist, { recursive: true });
  return root;
}

test('the first start creates what is missing; the next one keeps what is stored and takes another brand', async () => {
  const root = createProject();
  const [own, example] = [join(root, 'data/site.json'), join(root, 'data/site.example.json')];
  renameSync(own, example);
  const first = await startListening(root);
  const content = readFileSync(own, 'utf8');
  expect(content).toBe(readFileSync(example, 'utf8'));
  await expect.poll(() => first.output.stdout).toContain(join(root, 'data/site.db'));
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  const pageAt = async (url: string) => (await fetch(url)).text();
  expect(await pageAt(first.url)).toContain('"revision":1');
  execute(
    root,
    `INSERT INTO notifyme_signups (id, name, email, signup_type, created_at)
     VALUES ('a', 'Ann', 'ann@example.org', 'notifyme', 1)`,
  );
  expect(await first.stop()).toBe(0);
  writeFileSync(own, JSON.stringify({ ...JSON.parse(content), brand: 'Stimmwerk' }));
  const again = await startListening(root);
  expect(query(root, 'SELECT email FROM notifyme_signups')).toEqual([{ email: 'ann@example.org' }]);
  const page = await pageAt(again.url);
  expect(page).toContain('Stimmwerk');
  expect(page).toContain('"revision":1'); // nobody is asked again
});

test('pages that nobody has opened yet are served after a new build has replaced the old one', async () => {
  const root = createOwnBuild();
  const { url } = await startListening(root);
  rmSync(join(root, 'dist/ssr'), { recursive: true });
  for (const path of ['/de/', '/ja/privacy', '/ar/cookies']) {
    expect((await fetch(url + path)).status, path).toBe(200);
  }
  expect((await fetch(`${url}/hi/nowhere`)).status).toBe(404);
});

test('it prints its address and what is configured, and SIGTERM ends it in order', async () => {
  const root = createProject();
  writeFileSync(join(root, '.env'), 'SITE_URL=https://from-file.test\nPOSTHOG_KEY=phc_secret\n');
  const address = { ...EXAMPLE_SITE.address, country: 'Ruritania' };
  const site = { ...EXAMPLE_SITE, brand: 'Dubkit\u202e', address };
  writeFileSync(join(root, 'data/site.json'), JSON.stringify(site));
  const env = { SITE_URL: 'https://www.dubbing.test', GROWTH_TOCKEN: 'a-secret' };
  const { url, output, stop } = await startListening(root, env);
  const page = await (await fetch(url, { headers: { 'Sec-Fetch-Dest': 'document' } })).text();
  expect(page).toContain('Dubkit\u202e');
  expect(page).toContain('rel="canonical" href="https://www.dubbing.test/"');
  expect(await stop()).toBe(0);
  expect(output.stdout).toMatch(/^Dubkit\\u202e is at http/); // a terminal would reverse the line
  expect(output.stdout).toContain(join(root, 'data/site.db'));
  expect(output.stdout).toContain('https://eu.i.posthog.com');
  expect(output.stdout).toMatch(/site\.json .*company/);
  expect(output.stdout).toMatch(/^ {2}warning +GROWTH_TOCKEN .*did you mean GROWTH_TOKEN\?$/m);
  expect(output.stdout).toMatch(
    /^ {2}warning .* "Ruritania" is no country .* address\.countryCode/m,
  );
  expect(output.stdout).not.toMatch(/phc_secret|a-secret/);
  expect(output.stderr).toBe('');
  expect(query(root, 'SELECT path, count FROM page_counts')).toEqual([{ path: '/', count: 1 }]);
});

test('nobody has to read what it prints', async () => {
  const { child, exited, output } = start('--help');
  child.stdout.destroy();
  expect([await exited, output.stderr]).toEqual([0, '']);
});

test('a start with another build notes it once, and the first start notes nothing', async () => {
  const root = createOwnBuild();
  const notes = async () => {
    const { stop } = await startListening(root);
    await stop();
    return query(root, 'SELECT kind, text FROM notes');
  };
  expect([...(await notes()), ...(await notes())]).toEqual([]);
  const file = join(root, 'dist/client/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...manifest, another: { file: 'a.js' } }));
  const text = expect.stringMatching(/^new version [0-9a-f]{7}$/);
  for (let time = 0; time < 2; time++) {
    expect(await notes()).toEqual([{ kind: 'version', text }]);
  }
});

/** Starts a server that cannot run. Returns the one line that it prints on stderr before it fails. */
async function refusedStart(root: string, env?: Record<string, string>) {
  const { exited, output } = start(root, env);
  expect(await exited).toBe(1);
  expect(output.stdout).toBe('');
  expect(output.stderr).toMatch(/^[^\n]+\n$/);
  return output.stderr;
}

const NOTES = 'These are my notes.\n'.repeat(300);

// config.test.ts has each setting's line, and open-database.test.ts each database's.
test('what a server cannot start with ends it with one line, and nothing is changed', async () => {
  const root = createOwnBuild();
  expect(await refusedStart(root, { PORT: 'abc' })).toMatch(
    /^PORT is "abc"; .* e\.g\. PORT=3000\n$/,
  );
  writeFileSync(join(root, 'notes'), NOTES);
  expect(await refusedStart(root, { DATABASE_URL: 'file:notes' })).toMatch(/notes is not/);
  expect(readFileSync(join(root, 'notes'), 'utf8')).toBe(NOTES);
  rmSync(join(root, 'dist/ssr'), { recursive: true });
  expect(await refusedStart(root)).toMatch(/npm run build/);
  writeFileSync(join(root, 'data/site.json'), '{"brand": 7}');
  expect(await refusedStart(root)).toMatch(/site\.json: brand is 7/);
});

test('a start on a port in use says so and makes nobody answer again', async () => {
  const root = createProject();
  const { url, stop } = await startListening(root);
  const { port } = new URL(url);
  const line = await refusedStart(root, { PORT: port, POSTHOG_KEY: 'phc_x' });
  expect(line).toMatch(new RegExp(`^PORT ${port} .*e\\.g\\. PORT=`));
  await stop();
  expect(query(root, 'SELECT DISTINCT revision FROM consent_texts')).toHaveLength(1);
});
