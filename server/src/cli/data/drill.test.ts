import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { textOfDated } from '../../team/dated-value.ts';
import { createKeptFile } from '../../testing/sites/kept-site.ts';
import { createOldFile } from '../../testing/sites/old-site.ts';
import { runData, tryData } from '../../testing/sites/run-data.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { backupCommand } from './backup-command.ts';
import { drillCommand } from './drill.ts';

async function lastDrill(file: string) {
  const store = openSqliteStore(file);
  const mark = await store.readMark('drill').finally(store.close);
  return mark && textOfDated(mark.value);
}

test.each([[[]], [['--all']]])(
  'a drill restores the newest backup (%j), says what it holds, and leaves nothing',
  async (options) => {
    const file = await createKeptFile();
    const backup = temporaryFile('backup.db');
    await runData(backupCommand, file, [backup, ...options]);
    const before = readFileSync(backup);
    expect(await runData(drillCommand, file)).toMatch(
      /^backup +\S+backup\.db\nbytes +\d+\nmade +\S+Z, \d+ (hours?|days) ago\nsignups +2\nconsents +2\nevents +6\nrestored +in \d+\.\d s, intact; nothing is left of it\n$/,
    );
    expect(readFileSync(backup).equals(before)).toBe(true);
    expect(readdirSync(dirname(file)).filter((name) => name.includes('drill'))).toEqual([]);
    expect(await lastDrill(file)).toBe('');
  },
);

test('a backup of an earlier version is upgraded in a drill, and stays as it is', async () => {
  const old = createOldFile('', '1.0.0');
  const before = readFileSync(old);
  expect(await runData(drillCommand, await createKeptFile(), [old])).toMatch(/^events +63$/m);
  expect(readFileSync(old).equals(before)).toBe(true);
});

test('a drill that fails says why, records it, and leaves nothing; one without a backup records nothing', async () => {
  const file = await createKeptFile();
  expect((await tryData(drillCommand, file)).problem).toMatch(/^no backup is known; name one/);
  const backup = temporaryFile('backup.db');
  expect((await tryData(drillCommand, file, [backup])).problem).toContain('backup.db');
  expect(await lastDrill(file)).toBeNull();
  await runData(backupCommand, file, [backup]);
  const whole = readFileSync(backup);
  writeFileSync(backup, whole.subarray(0, 20_000));
  const { problem } = await tryData(drillCommand, file);
  expect(problem).toMatch(/backup\.db is (not an intact SQLite database|broken): /);
  expect(await lastDrill(file)).toBe(problem?.slice(0, 300));
  expect(readdirSync(dirname(file)).filter((name) => name.includes('drill'))).toEqual([]);
  writeFileSync(backup, whole);
  await runData(drillCommand, file);
  expect(await lastDrill(file)).toBe('');
});
