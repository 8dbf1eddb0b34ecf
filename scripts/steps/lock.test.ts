import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startNode } from '../../server/src/testing/sites/built-process.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { withLock } from './lock.mjs';

/** Starts a process that records when it takes the lock and when it releases it. */
function startWorker(folder: string, ms = 50) {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    await withLock(async () => {
      appendFileSync(${JSON.stringify(join(folder, 'notes'))}, 'in\\n');
      console.log('in');
      await sleep(${ms});
      appendFileSync(${JSON.stringify(join(folder, 'notes'))}, 'out\\n');
    }, { folder: ${JSON.stringify(folder)} });`;
  const worker = startNode(['--input-type=module', '-e', code], {});
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  return worker;
}

test('processes take the lock one at a time, also after one that was killed', async () => {
  const folder = temporaryFolder();
  const killed = startWorker(folder, 60_000);
  await once(killed.child.stdout, 'data');
  await killed.stop('SIGKILL');
  const exits = await Promise.all([1, 2, 3, 4].map(() => startWorker(folder).exited));
  expect(exits).toEqual([0, 0, 0, 0]);
  expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe(`in\n${'in\nout\n'.repeat(4)}`);
}, 60_000);

test('further work of the holder joins in, and the last to finish releases the lock', async () => {
  const folder = temporaryFolder();
  let inner = Promise.resolve('');
  let finish = () => {};
  const build = () => new Promise<string>((resolve) => (finish = () => resolve('built')));
  const install = async () => {
    inner = withLock(build, { folder });
    return 'installed';
  };
  expect(await withLock(install, { folder })).toBe('installed');
  const other = startWorker(folder);
  const [said] = await once(other.child.stderr, 'data');
  expect(String(said)).toMatch(/^waiting for another install/);
  finish();
  expect(await inner).toBe('built');
  expect(await other.exited).toBe(0);
}, 60_000);
