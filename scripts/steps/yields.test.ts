import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** Lines of an operation, and whether the check must report them. */
const LINES: [code: string, isForgotten: boolean][] = [
  ['export function* operation(db: Db): Op<void> {', false],
  ['  db.run(STATEMENT, {});', true],
  ['  queueNotices(db, []);', true],
  ['  if (isSessionEnded(db, hash)) return;', true],
  ['  for (const one of list) KINDS[one].remove(db, one, 2, 3);', true],
  ['  list.map((one) => db.run(STATEMENT, { one }));', true],
  ['  const rows = yield* db.all(STATEMENT, {});', false],
  ['  if ((yield* db.run(STATEMENT, { rows })) === 1) yield* queueNotices(db, []);', false],
  ['  yield* db.each(STATEMENT, list.map((one) => ({ one })));', false],
  ['}', false],
  ['export const handed = (db: Db, at: number): Op<Row[]> => db.all(STATEMENT, { at });', false],
  ['const kind = { remove: (db, { keys }) => db.run(STATEMENT, { keys }) };', false],
];

test('a statement or an operation without yield* is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yields-'));
  try {
    for (const file of ['biome.json', 'scripts/steps/yields.grit']) {
      cpSync(join(root, file), join(folder, file));
    }
    const planted = 'server/src/store/team/planted.ts';
    mkdirSync(join(folder, 'server/src/store/team'), { recursive: true });
    writeFileSync(join(folder, planted), LINES.map(([code]) => code).join('\n'));
    const bin = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const options = ['lint', '--vcs-enabled=false', '--reporter=github', planted];
    const { stdout } = spawnSync(process.execPath, [bin, ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = [...stdout.matchAll(/title=plugin,.*?line=(\d+),/g)].map(([, line]) => line);
    const forgotten = LINES.flatMap(([, isForgotten], index) => (isForgotten ? [index + 1] : []));
    expect(found.map(Number)).toEqual(forgotten);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
