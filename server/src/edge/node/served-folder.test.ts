import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startNode } from '../../testing/sites/built-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { hasServer } from './served-folder.mjs';

/** Starts a process that runs this code with the module's functions. */
async function start(folder: string, code: string) {
  const module = new URL('./served-folder.mjs', import.meta.url).href;
  const all = `import { existsSync } from 'node:fs';
    import { announceServer, takeName } from ${JSON.stringify(module)};
    const folder = ${JSON.stringify(folder)};
    setInterval(() => {}, 60_000);
    ${code}`;
  const started = startNode(['--input-type=module', '-e', all], {});
  onTestFinished(() => void started.child.kill('SIGKILL'));
  await once(started.child.stdout, 'data');
  return started;
}

const ANNOUNCE = `await announceServer(folder); process.stdout.write('announced');`;

test('a server of a folder is found until it ends, however it ends, and then the next one', async () => {
  const folder = temporaryFolder();
  expect(await hasServer(folder)).toBe(false);
  const first = await start(folder, ANNOUNCE);
  const second = await start(folder, ANNOUNCE);
  expect(await hasServer(folder)).toBe(true);
  expect(await hasServer(temporaryFolder())).toBe(false);
  await first.stop('SIGKILL');
  await vi.waitFor(async () => expect(await hasServer(folder)).toBe(true), { timeout: 10_000 });
  await second.stop('SIGKILL');
  expect(await hasServer(folder)).toBe(false);
});

test('a server is found while it is too busy to answer, and runs on', async () => {
  const folder = temporaryFolder();
  const until = `while (!existsSync(folder + '/asked'));
    setImmediate(() => setImmediate(() => process.stdout.write('idle')));`;
  const { output, stop } = await start(folder, ANNOUNCE + until);
  expect(await hasServer(folder)).toBe(true);
  writeFileSync(join(folder, 'asked'), '');
  await vi.waitFor(() => expect(output.stdout).toContain('idle'), { timeout: 10_000 });
  expect(await hasServer(folder)).toBe(true);
  await stop();
  expect(output.stderr).toBe('');
});

test('a stranger at the name of a folder delays nobody, whatever it sends', async () => {
  const folder = temporaryFolder();
  await start(
    folder,
    `(await takeName('server', folder)).removeAllListeners('connection').on('connection', (socket) =>
      setInterval(() => socket.on('error', () => {}).write('more'), 100));
    process.stdout.write('ready');`,
  );
  expect(await hasServer(folder)).toBe(true);
});
