import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isBroken, isUnloadable } from '../../database/database-faults.ts';
import { describingFaults, requireFile, requireForeign } from '../../database/open-database.ts';
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
import { type DataContext, formatPairs, noteEnd, sqliteFileOf } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';
import { ARCHIVED_DATABASE, writeArchive } from './archive.ts';
import { checkCopy } from './verify.ts';

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
  async run(values, context, [name = '']) {
    const { database, root, out } = context;
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
      if (broken.length === 0) await noteEnd(context, 'backup', file);
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
