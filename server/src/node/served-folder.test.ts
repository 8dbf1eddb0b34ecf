import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startNode } from '../testing/sites/built-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { findServer } from './served-folder.mjs';

/** Starts a process that announces itself as a server, then does this. */
async function startServer(folder: string, then: string) {
  const module = new URL('./served-folder.mjs', import.meta.url).href;
  const code = `const { announceServer } = await import(${JSON.stringify(module)});
    await announceServer(${JSON.stringify(folder)});
    process.stdout.write('announced', () => { ${then} });`;
  const server = startNode(['--input-type=module', '-e', code], {});
  onTestFinished(() => void server.child.kill('SIGKILL'));
  await once(server.child.stdout, 'data');
  return server;
}

test('each server of a folder is found until it ends, however it ends, and even if it is too busy to answer', async () => {
  const folder = temporaryFolder();
  expect(await findServer(folder)).toBe(null);
  const first = await startServer(folder, 'setInterval(() => {}, 60_000)');
  const second = await startServer(folder, 'for (;;);');
  expect(await findServer(folder)).toBe(`A server (process ${first.child.pid})`);
  expect(await findServer(temporaryFolder())).toBe(null);
  await first.stop('SIGKILL');
  expect(await findServer(folder)).toBe('A server');
  await second.stop('SIGKILL');
  expect(await findServer(folder)).toBe(null);
});
