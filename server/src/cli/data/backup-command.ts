import { execFile } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isBroken, isUnloadable } from '../../database/database-faults.ts';
import {
  describingFaults,
  requireFile,
  requireForeign,
  withStore,
} from '../../database/open-database.ts';
import { removeOnSignal } from '../../edge/node/remove-on-signal.ts';
import { messageOf, printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { diskUsage } from '../../store/sqlite/connection/disk-usage.ts';
import {
  backUpDatabase,
  partOf,
  removeDatabase,
  requireWritableFolder,
} from '../../upkeep/sqlite/backup.ts';
import { type DataContext, formatPairs, sqliteFileOf } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';
import { checkCopy } from './verify.ts';

/** What makes a site, beside its database. */
const OWN_FILES = ['.env', 'data/site.json', 'data/channels.json', 'data/media'];

/** The name of the database in an archive, whatever its name is elsewhere. */
const ARCHIVED_DATABASE = 'data/site.db';

/**
 * Writes everything that a new machine needs into one tar archive, which only its owner can read. It gets its name once
 * it is on disk.
 *
 * @param root the project's folder
 * @param copyDatabase writes a copy of the database to a path
 */
async function writeArchive<T>(
  file: string,
  root: string,
  copyDatabase: (copy: string) => Promise<T>,
): Promise<T> {
  const staging = await mkdtemp(`${file}.part-`); // nobody else can enter it
  const remove = () => rmSync(staging, { recursive: true, force: true });
  const write = async () => {
    await mkdir(join(staging, 'data'));
    const result = await copyDatabase(join(staging, ARCHIVED_DATABASE));
    const names = OWN_FILES.filter((name) => canCopy(join(root, name)));
    for (const name of names) {
      await cp(join(root, name), join(staging, name), {
        recursive: true,
        dereference: true, // what a link leads to is not on the new machine
        filter: canCopy,
        preserveTimestamps: true,
      });
    }
    const archive = join(staging, 'archive.tar');
    await promisify(execFile)('tar', ['-cf', archive, '-C', staging, ...names, ARCHIVED_DATABASE]);
    await chmod(archive, 0o600);
    const handle = await open(archive);
    await handle.sync().finally(() => handle.close());
    await rename(archive, file);
    return result;
  };
  return removeOnSignal(remove, write).finally(remove);
}

/** A link that leads nowhere has nothing to copy, and a device may never end. */
function canCopy(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() || found?.isDirectory() || false;
}

/** A start with the `.env` of the archive would otherwise make an empty database beside it. */
const MOVED: [string, string] = [
  'to do',
  `where you unpack it, let DATABASE_URL (also in .env) name file:${ARCHIVED_DATABASE}, or remove it`,
];

export const backupCommand = command<DataContext>()({
  usage: 'npm run data -- backup FILE [OPTIONS]',
  summary: 'copies the database into a file; the server may be running',
  about: `Copies the database into FILE as it is at this moment. The server may be running. The copy is checked like npm run data
-- verify. It gets the name FILE only once SQLite finds it intact and it is on disk, so a FILE that exists is good. A copy
that only breaks rules is kept too: the rules are named, and the exit code is 1. A backup holds personal data: keep it as
private as the database, and no longer than its retention allows.`,
  options: {
    all: flag(
      'makes FILE a tar archive of all that a new machine needs: the database (as data/site.db), .env, data/site.json, data/channels.json and data/media. Only its owner can read it',
    ),
    overwrite: flag('replaces an existing FILE, once SQLite finds the new one intact'),
    'dry-run': flag('says what would be written and whether it can be; writes nothing'),
  },
  words: [1, 1],
  async run(values, { database, root, out, warn, now }, [name = '']) {
    const file = resolve(name);
    const databaseFile = sqliteFileOf(database, 'pg_dump makes its backups');
    await describingFaults(databaseFile, async () => {
      refuse(file, databaseFile, values.overwrite ?? false);
      if (values['dry-run']) {
        const { fileBytes } = await diskUsage(databaseFile);
        await orTargetFault(file, async () => requireWritableFolder(file));
        out.write(`${printable(`would copy ${databaseFile}, ${fileBytes} bytes, to ${file}`)}\n`);
        return;
      }
      const copyTo = (copy: string) => backUpDatabase(databaseFile, copy, checkCopy);
      const { problems: broken, isOurs } = await orTargetFault(file, () =>
        values.all
          ? writeArchive(file, root, copyTo)
          : removeOnSignal(
              () => removeDatabase(partOf(file)),
              () => copyTo(file),
            ),
      );
      if (broken.length === 0) await record(database, now(), warn);
      const { size } = await stat(file);
      out.write(
        formatPairs([
          ['backup', file],
          ['bytes', size],
          ['checked', broken.length === 0 ? 'intact' : `${broken.length} rules broken`],
          ...(values.all && databaseFile !== join(root, ARCHIVED_DATABASE) ? [MOVED] : []),
        ]),
      );
      if (broken.length > 0) {
        throw new StartError(
          `the backup ${file} is kept, but it breaks rules: ${broken.map(printable).join('; ')}; npm run data -- restore ${isOurs ? 'accepts it with --anyway' : 'refuses it: drop what is foreign with sqlite3'}`,
        );
      }
    });
  },
});

/** For the alert that no backup was made. The backup is good without it: of a database before an upgrade, or on a full disk. */
async function record(database: DataContext['database'], at: number, warn: DataContext['warn']) {
  const mark = { name: 'backup' as const, value: new Date(at).toISOString(), at };
  try {
    await withStore(database, (store) => store.mark(mark));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    warn(`the backup is not recorded for the alert no_backup: ${error.message}`);
  }
}

function refuse(file: string, databaseFile: string, mayOverwrite: boolean) {
  for (const written of [file, partOf(file)]) requireForeign(written, databaseFile);
  if (!existsSync(file)) return;
  requireFile(file);
  if (!mayOverwrite) {
    throw new StartError(`${file} already exists; name another file, or add --overwrite`);
  }
}

/** Reports a failed write of the copy: the folder is missing, or the disk is full. A broken database is no such failure. */
async function orTargetFault<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || isBroken(error) || isUnloadable(error))
      throw error;
    throw new StartError(
      `the backup ${file} cannot be written: ${messageOf(error)}; check that its folder exists, is writable and has space`,
    );
  }
}
