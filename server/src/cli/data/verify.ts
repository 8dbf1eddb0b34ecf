import { resolve } from 'node:path';
import { describingFaults, readNamedFile, withStore } from '../../database/open-database.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { isPostgres, nameOf } from '../../settings/database-address.ts';
import { type Verification, verifyDatabase } from '../../upkeep/sqlite/verify-database.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';
import { withArchived } from './archive.ts';

export const verifyCommand = command<DataContext>()({
  usage: 'npm run data -- verify [FILE] [OPTIONS]',
  summary: 'checks that the database, or a backup, is intact',
  about: `Checks the database, or FILE: a backup, or the database in an archive of backup --all. It must be of this program and of no newer version, with no table,
trigger, view or index of another program. SQLite must find the file intact and each row as its table allows; events must be
readable, no event may be skipped by the delivery, and the text of each grant must be there. The command changes nothing, and the server may be running. If something is broken, it names it without
personal data, and the exit code is 1. A large database takes longer. On PostgreSQL it checks the tables, indexes,
triggers, rules and functions: the server checks its own files.`,
  options: {
    json: flag(
      'prints the same as JSON: {"counts": {…} or null for an older version, "isSound", "isOurs", "problems": […]}',
    ),
  },
  words: [0, 1],
  async run(values, { database, out }, [name]) {
    const file = name === undefined ? database : resolve(name);
    const found =
      name !== undefined
        ? await withArchived(file, (unpacked) =>
            readNamedFile(file, () => verifyDatabase(unpacked)),
          )
        : await describingFaults(file, () =>
            isPostgres(file) ? verifySchema(file) : verifyDatabase(file),
          );
    out.write(values.json ? `${printableJson(found)}\n` : describe(file, found));
    if (found.problems.length > 0) throw new StartError(`${nameOf(file)} is broken`);
  },
});

function describe(file: string, { counts, problems, isOurs }: Verification): string {
  return formatPairs([
    ['database', nameOf(file)],
    ...Object.entries(counts ?? {}),
    ...(counts === null && isOurs
      ? [['version', 'older: the next start upgrades it'] as const]
      : []),
    ...problems.map((problem) => ['broken', problem] as const),
    ...(problems.length === 0 ? [['intact', 'every rule holds'] as const] : []),
  ]);
}

/** The server checks its own files, and each row as it is written. */
async function verifySchema(url: string): Promise<Verification> {
  const { compareSchema } = await import('../../upkeep/postgres/schema-objects.ts');
  const { foreign, missing } = await compareSchema(url);
  const isOurs = foreign.length === 0;
  const counts = { ...(await withStore(url, (store) => store.countRows())) };
  return { counts, isSound: true, isOurs, problems: [...foreign, ...missing] };
}

/**
 * Returns what is wrong with a copy.
 *
 * @throws StartError when SQLite itself finds the copy broken
 */
export function checkCopy(file: string): Verification {
  const found = verifyDatabase(file);
  const { problems, isSound } = found;
  if (isSound) return found;
  throw new StartError(
    `the copy is broken and was not kept: ${problems.map(printable).join('; ')}; npm run data -- verify checks the database itself`,
  );
}
