import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../server/src/testing/temporary-folder.ts';
import { bin, root } from './steps/run.mjs';

/** Starts `npm run dev` without its watcher, on its own port and database. `output` is what it has printed so far. */
async function startDevelopment() {
  const [node, args] = bin('tsx/dist/cli.mjs', 'scripts/dev.ts', join(temporaryFolder(), 'dev.db'));
  const { PATH = '' } = process.env;
  const child = spawn(node, args, { cwd: root, env: { PATH, PORT: '0' }, detached: true });
  onTestFinished(() => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
  });
  const exited = once(child, 'close').then(([code]) => code as number | null);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const channel of [child.stdout, child.stderr]) {
      channel.on('data', (chunk) => {
        output += chunk;
        const [address] = /http:\/\/\S+(?=\s)/.exec(output) ?? [];
        if (address) resolve(address);
      });
    }
    child.on('close', () => reject(new Error(`no server: ${output}`)));
  });
  return { url, output: () => output, child, exited };
}

test('pages are rendered without a warning, the API answers as in production, and SIGTERM ends it', async () => {
  const { url, output, child, exited } = await startDevelopment();
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
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(output()).not.toMatch(/react|warn|error/i);
}, 120_000);
