import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from './lock.mjs';

function lockFile() {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'lock');
}

/** Returns the id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

/** Starts a process that records when it takes the lock and when it releases it. */
function startWorker(file: string, notes: string) {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    await withLock(async () => {
      appendFileSync(${JSON.stringify(notes)}, 'in\\n');
      await sleep(50);
      appendFileSync(${JSON.stringify(notes)}, 'out\\n');
    }, { file: ${JSON.stringify(file)} });`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
}

test('processes that find a dead process’s lock continue one at a time', async () => {
  const file = lockFile();
  const notes = `${file}-notes`;
  writeFileSync(file, `${deadPid()} left-behind`);
  await Promise.all([1, 2, 3, 4].map(() => startWorker(file, notes)));
  expect(readFileSync(notes, 'utf8')).toBe('in\nout\n'.repeat(4));
  expect(readdirSync(dirname(file))).toEqual(['lock-notes']);
}, 30_000);

test('a lock with the id of this very process is stale', async () => {
  const file = lockFile();
  writeFileSync(file, `${process.pid} before-the-restart`);
  expect(await withLock(async () => 'done', { file, patienceMs: 0 })).toBe('done');
  expect(existsSync(file)).toBe(false);
});

test('further work of the holder joins in, and the last to finish releases the lock', async () => {
  const file = lockFile();
  let inner = Promise.resolve('');
  let finish = () => {};
  const outer = withLock(
    async () => {
      inner = withLock(() => new Promise<string>((resolve) => (finish = () => resolve('built'))), {
        file,
        patienceMs: 0,
      });
      return 'installed';
    },
    { file, patienceMs: 0 },
  );
  expect(await outer).toBe('installed');
  expect(existsSync(file)).toBe(true);
  finish();
  expect(await inner).toBe('built');
  expect(existsSync(file)).toBe(false);
});

test('a lock that is held for too long is reported in one line', async () => {
  const file = lockFile();
  writeFileSync(file, `${process.ppid} somebody`);
  const waiting = withLock(async () => 'done', { file, patienceMs: 0 });
  await expect(waiting).rejects.toThrow(
    /^Process \d+ has held \S+lock for .* run the same command/,
  );
  expect(readFileSync(file, 'utf8')).toContain('somebody');
});

test('a process leaves the lock alone when another has taken over the dead one’s meanwhile', async () => {
  const file = lockFile();
  const dead = `${deadPid()} mark`;
  writeFileSync(file, dead);
  writeFileSync(`${file}.mark`, 'the claim of somebody else');
  const waiting = withLock(async () => 'done', { file, patienceMs: 0 });
  await expect(waiting).rejects.toThrow('has held');
  expect(readFileSync(file, 'utf8')).toBe(dead);
});
