import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findProjectRoot } from '../settings/project-root.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

vi.setConfig({ testTimeout: 90_000 });

const root = findProjectRoot();
const TOKENS = {
  GROWTH_TOKEN: 'figures-first-'.repeat(3),
  GROWTH_VIEWER_TOKEN: 'viewed-'.repeat(6),
};

/** What the client of the document does not show: a sign-in, what is refused, and an answer without a body. */
const MORE = `
const { POST, DELETE } = client;
const session = await POST('/growth/api/session', { body: { token: token ?? '' } });
const seconds: number | null | undefined = session.data?.secondsLeft;
console.log(session.data?.access, typeof seconds);
const wrong = await client.GET('/growth/api/traffic', {
  params: { query: { ...range, from: 'soon' } },
});
if (wrong.error?.code === 'invalid_request') console.log(wrong.response.status, wrong.error.issues[0]?.path);
const id = '0195a000-0000-7000-8000-000000000001';
const gone = await DELETE('/growth/api/signups/{id}', { params: { path: { id } } });
console.log(gone.response.status, gone.error?.code);
// @ts-expect-error The parameter is called from.
await client.GET('/growth/api/figures', { params: { query: { since: '2026-03-01', to: '2026-03-14' } } });
// @ts-expect-error There is no such path.
await client.GET('/growth/api/nothing');
`;

/** Makes a client of a document, adds the program of docs/growth-api.md and more, and compiles both. */
function compileClient(document: string): string {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const run = (program: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: folder });
  mkdirSync(join(folder, 'made'));
  write('openapi.json', document);
  write('package.json', '{"type": "module"}');
  run('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'growth-api.ts');
  const manual = readFileSync(join(root, 'docs/growth-api.md'), 'utf8');
  write('client.ts', (/```ts\n(.*?)```/s.exec(manual)?.[1] ?? '') + MORE);
  const options = ['strict', 'noUncheckedIndexedAccess', 'exactOptionalPropertyTypes'];
  run(
    'typescript/bin/tsc',
    ...options.map((name) => `--${name}`),
    ...['--target', 'es2022', '--module', 'nodenext', '--rewriteRelativeImportExtensions'],
    ...['--types', 'node', '--outDir', 'made', 'client.ts'],
  );
  return join(folder, 'made/client.js');
}

test('an unmodified generator makes a client that compiles, and does what docs/growth-api.md says', async () => {
  const { url } = await startListening(createProject(), TOKENS);
  const signup = { name: 'Ann', email: 'ann@example.org', signup_type: 'notifyme' };
  const headers = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };
  const signUp = { method: 'POST', headers, body: JSON.stringify(signup) };
  expect((await fetch(`${url}/rest/v1/notifyme_signups`, signUp)).status).toBe(201);
  const bearer = { Authorization: `Bearer ${TOKENS.GROWTH_VIEWER_TOKEN}` };
  const served = await fetch(`${url}/growth/api/openapi.json`, { headers: bearer });
  const document = await served.text();
  const kept = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  expect(JSON.parse(document)).toEqual(kept);
  const program = compileClient(document);
  const run = (token: string) =>
    execFileSync(process.execPath, [program], {
      env: { SITE: url, GROWTH_TOKEN: token },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run(TOKENS.GROWTH_TOKEN).trim().split('\n')).toEqual([
    "[ 'ann@example.org' ]",
    'people number',
    '400 from',
    '404 not_found',
  ]);
  expect(() => run(TOKENS.GROWTH_VIEWER_TOKEN)).toThrow('Fewer than five people of the period');
});
