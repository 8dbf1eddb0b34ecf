import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
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

test('an operation that does not run is found, in the store and in a driver', () => {
  const files = Object.entries({
    'server/src/team/planted.sql.ts': OPERATION,
    'server/src/consent/postgres/planted.ts': DRIVER,
  });
  const folder = temporaryFolder();
  for (const name of ['biome.json', 'scripts/steps/yields.grit', 'scripts/steps/finishes.grit']) {
    cpSync(join(root, name), join(folder, name));
  }
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), lines.map(([code]) => code).join('\n'));
  }
  const bin = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'];
  const run = { cwd: folder, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(process.execPath, [bin, ...options, 'server'], run);
  const found = [...stdout.matchAll(/title=plugin,file=\S*?(server\/.*?),line=(\d+),/g)];
  const forgotten = files.flatMap(([file, lines]) =>
    lines.flatMap(([, isForgotten], index) => (isForgotten ? [`${file} ${index + 1}`] : [])),
  );
  expect(new Set(found.map(([, file, line]) => `${file} ${line}`))).toEqual(new Set(forgotten));
});
