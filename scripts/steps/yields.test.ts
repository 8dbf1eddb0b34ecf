import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** Lines of a file, and whether the check must report them. */
type Line = [code: string, isForgotten: boolean];

const OPERATION: Line[] = [
  ['export function* operation(db: Db): Op<void> {', false],
  ['  db.run(STATEMENT, {});', true],
  ['  queueNotices(db, []);', true],
  ['  queueNotices<string>(db, []);', true],
  ['  if (isSessionEnded(db, hash)) return;', true],
  ['  for (const one of list) KINDS[one].remove(db, one, 2, 3);', true],
  ['  list.map((one) => db.run(STATEMENT, { one }));', true],
  ['  yield* db.each(STATEMENT, list.map((one) => queueNotices(db, one)));', true],
  ['  yield* each(list, () => { addNote(db, 1); });', true],
  ['  const rows = yield* db.all(STATEMENT, {});', false],
  ['  if ((yield* db.run(STATEMENT, { rows })) === 1) yield* queueNotices(db, []);', false],
  ['  yield* db.each(STATEMENT, list.map((one) => ({ one })));', false],
  ['}', false],
  ['export const handed = (db: Db, at: number): Op<Row[]> => db.all(STATEMENT, { at });', false],
  ['const kind = { remove: (db, { keys }) => db.run(STATEMENT, { keys }) };', false],
  ['const block = (db) => { queueNotices(db, []); return handed(db, 1); };', true],
];

const DRIVER: Line[] = [
  ['queueNotices(statements, []);', true],
  ['await publishTexts(createDb(tx), texts);', true],
  ['finish(queueNotices(statements, []));', false],
  ['const history = await finish(readHistory(createDb(tx), id));', false],
  ['const persons = createPersons(db, statements);', false],
];

test.each([
  { file: 'server/src/store/team/planted.ts', lines: OPERATION },
  { file: 'server/src/store/postgres/intake/planted.ts', lines: DRIVER },
])('an operation that does not run is found: $file', ({ file, lines }) => {
  const folder = mkdtempSync(join(tmpdir(), 'yields-'));
  try {
    for (const name of ['biome.json', 'scripts/steps/yields.grit', 'scripts/steps/finishes.grit']) {
      cpSync(join(root, name), join(folder, name));
    }
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.map(([code]) => code).join('\n'));
    const bin = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const options = ['lint', '--vcs-enabled=false', '--reporter=github', file];
    const run = { cwd: folder, encoding: 'utf8' } as const;
    const { stdout } = spawnSync(process.execPath, [bin, ...options], run);
    const found = [...stdout.matchAll(/title=plugin,.*?line=(\d+),/g)].map(([, line]) =>
      Number(line),
    );
    const forgotten = lines.flatMap(([, isForgotten], index) => (isForgotten ? [index + 1] : []));
    expect([...new Set(found)]).toEqual(forgotten);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
