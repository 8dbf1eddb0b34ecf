import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listening, startNode } from '../server/src/testing/sites/built-process.ts';
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts';

/** Starts `npm run dev` without its watcher, on its own port and database. */
function startDevelopment() {
  const program = join(import.meta.dirname, 'dev.ts');
  const args = ['--import', 'tsx', program, join(temporaryFolder(), 'dev.db')];
  const server = startNode(args, { PORT: '0' });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return listening(server);
}

test('pages are rendered without a warning, the API answers as in production, and SIGTERM ends it', async () => {
  const { url, output, stop } = await startDevelopment();
  for (const [path, status] of [
    ['/', 200],
    ['/cookies', 200],
    ['/nowhere', 404],
  ] as const) {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('</html>');
  }
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/consents`, { method: 'POST', headers, body: '{}' });
  expect([answer.status, answer.headers.get('X-Content-Type-Options')]).toEqual([400, 'nosniff']);
  expect(await stop()).toBe(0);
  expect(output.stdout + output.stderr).not.toMatch(/react|warn|error/i);
}, 120_000);
