import { rmSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { describeUnreadableFile, isOfFile } from '../../database/database-faults.ts';
import { readDatabase, readNamedFile } from '../../database/open-database.ts';
import { openSqliteStore } from '../../database/sqlite/open-store.ts';
import { removeOnSignal } from '../../edge/node/remove-on-signal.ts';
import { messageOf, printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { textOfDated } from '../../team/dated-value.ts';
import { requireReadable } from '../../upkeep/sqlite/backup.ts';
import { restoreDatabase } from '../../upkeep/sqlite/restore.ts';
import { verifyDatabase } from '../../upkeep/sqlite/verify-database.ts';
import { type DataContext, formatPairs, noteEnd, sqliteFileOf } from '../frame/data-context.ts';
import { command } from '../frame/subcommand.ts';
import { plural } from '../frame/text-table.ts';
import { withArchived } from './archive.ts';

export const drillCommand = command<DataContext>()({
  usage: 'npm run data -- drill [FILE]',
  summary: 'restores the newest backup beside the site, checks it, and leaves nothing',
  about: `Restores FILE, or else the newest backup of npm run data -- backup, into a new folder beside the database. It checks the copy like
npm run data -- verify, opens it as a start does, and deletes it. It says how old the backup is, what it holds and how long this took. The
site's own database stays as it is, and the server may be running: it does the same once a week, while the newest backup is where it
was made. If the newest backup fails, the alert drill_failed is raised until a drill of it succeeds or there is a newer backup.`,
  options: {},
  words: [0, 1],
  async run(_, context, [name]) {
    const { database, out, now } = context;
    const file = sqliteFileOf(database, 'restore a dump into an empty database, and verify that');
    const newest = newestBackup(file);
    const backup = name === undefined ? await newest : resolve(name);
    const isNewest = backup === (await newest.catch(() => null));
    const note = async (failure: string) => {
      if (isNewest) await noteEnd(context, 'drill', failure); // the alert and doctor speak of the newest one
    };
    const began = performance.now();
    // A file that is not there proves nothing: its name may be misspelt, or the backup was moved.
    const { mtimeMs, size } = await readNamedFile(backup, () => stat(backup));
    try {
      const counts = await rehearse(backup, file);
      await note('');
      const took = ((performance.now() - began) / 1000).toFixed(1);
      out.write(
        formatPairs([
          ['backup', backup],
          ['bytes', size],
          ['made', `${new Date(mtimeMs).toISOString()}, ${ageOf(now() - mtimeMs)} ago`],
          ...Object.entries(counts),
          ['restored', `in ${took} s, intact; nothing is left of it`],
        ]),
      );
    } catch (error) {
      await note(messageOf(error).slice(0, 300));
      throw error;
    }
  },
});

/** Returns the path of the newest backup. @throws StartError if none is known */
async function newestBackup(file: string): Promise<string> {
  const mark = await readDatabase(file, (reader) => reader.readMark('backup'));
  const path = textOfDated(mark?.value ?? '');
  if (isAbsolute(path)) return path;
  throw new StartError('no backup is known; name one, or make one with npm run data -- backup');
}

/** Returns the rows of the restored backup. @throws StartError that says why it cannot be restored */
async function rehearse(backup: string, file: string) {
  // Nobody else can enter it.
  const folder = await mkdtemp(`${file}-drill-`).catch((error) => {
    throw new StartError(`no folder can be made beside ${file}: ${messageOf(error)}`);
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const restore = async (unpacked: string) => {
    const fresh = join(folder, 'site.db');
    readNamedFile(backup, () => requireReadable(unpacked));
    await restoreDatabase(unpacked, fresh, `${fresh}-replaced`, (copy) => {
      const { problems } = verifyDatabase(copy);
      if (problems.length > 0)
        throw new StartError(`${backup} is broken: ${problems.map(printable).join('; ')}`);
    }).catch((error) => {
      throw isOfFile(error) ? describeUnreadableFile(backup, error) : error;
    });
    const store = openSqliteStore(fresh); // upgrades it, as a start does
    try {
      await store.checkWritable();
      return await store.countRows();
    } finally {
      await store.close();
    }
  };
  return removeOnSignal(remove, () => withArchived(backup, restore)).finally(remove);
}

function ageOf(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / 3_600_000));
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}
