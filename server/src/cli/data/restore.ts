import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asStartError } from '../../database/database-faults.ts';
import { describingFaults } from '../../database/open-database.ts';
import { printable } from '../../printable.ts';
import { StartError } from '../../start-error.ts';
import { type Restored, restoreDatabase } from '../../store/sqlite/care/restore.ts';
import { verifyDatabase } from '../../store/sqlite/care/verify-database.ts';
import { type ServerLock, takeServerLock } from '../../store/sqlite/connection/server-lock.ts';
import { orHelp, type Subcommand } from '../subcommands/subcommand.ts';
import { type DataContext, formatPairs, sqliteFileOf } from './context.ts';

const help = `npm run data -- restore FILE [--anyway] [--dry-run]

Puts a backup in the place of the database. Stop the server first: while one runs, this refuses. FILE is checked
before anything happens; the database that it replaces is kept beside it, under a name with the time in it. Proof of
consent that was recorded after the backup is carried over, so that a withdrawal stays one, and what visitors erased
themselves after the backup is erased again. Signups that you erased since have to be erased again by you.

  --anyway    takes a FILE that SQLite finds whole although rules are broken in it
  --dry-run   checks FILE and says what would happen; changes nothing
  --help      this text`;

const options = { anyway: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;

export const restoreCommand: Subcommand<DataContext> = {
  summary: 'puts a backup in the place of the database, and keeps what it replaces',
  help,
  async run(args, { database, out, progress, now }) {
    const { values, positionals } = orHelp(help, () =>
      parseArgs({ args, options, allowPositionals: true }),
    );
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) {
      throw new StartError(`restore takes one FILE, not ${positionals.length}\n\n${help}`);
    }
    const backup = resolve(name);
    const databaseFile = sqliteFileOf(database, 'pg_restore restores its backups');
    if (!existsSync(backup)) throw new StartError(`there is no backup at ${backup}`);
    const { counts, problems, isSound } = await describingFaults(backup, () =>
      verifyDatabase(backup, now(), progress.show),
    );
    progress.clear();
    if (problems.length > 0 && !(isSound && values.anyway)) {
      const way = isSound ? '; --anyway takes it as it is' : '';
      throw new StartError(`${backup} is not whole: ${problems.map(printable).join('; ')}${way}`);
    }
    const lock = lockOut(databaseFile);
    try {
      out.write(formatPairs([['backup', backup], ...Object.entries(counts ?? {})]));
      const aside = `${databaseFile}-replaced-${new Date(now()).toISOString().replace(/:/g, '-')}`;
      if (values['dry-run']) {
        const kept = existsSync(databaseFile) ? `, and what is there at ${aside}` : '';
        out.write(`${printable(`would put it at ${databaseFile}${kept}`)}\n`);
        return;
      }
      const restored = await restoreDatabase(backup, databaseFile, aside, progress.show).catch(
        (error) => {
          throw asStartError(databaseFile, error);
        },
      );
      progress.clear();
      out.write(describe(databaseFile, restored));
    } finally {
      lock.release();
    }
  },
};

/** Keeps servers out until it is released. @throws StartError while one runs */
function lockOut(file: string) {
  let lock: ServerLock | null;
  try {
    lock = takeServerLock(file);
  } catch (error) {
    throw asStartError(file, error);
  }
  if (lock) return lock;
  throw new StartError(
    `a server has the database ${file}; stop it first: what it takes in meanwhile would be lost`,
  );
}

function describe(file: string, { aside, carriedOver }: Restored): string {
  const pairs: [string, string | number][] = [['restored', file]];
  if (aside === null) return formatPairs(pairs);
  pairs.push(['replaced', `${aside}; delete it when you are sure: it holds personal data`]);
  if (carriedOver === null) {
    pairs.push([
      'carried over',
      'nothing: the replaced database cannot be read, or is of another version or site',
    ]);
    return formatPairs(pairs);
  }
  const { consents, erasedEvents, signupErasures } = carriedOver;
  pairs.push(['carried over', `${consents} decisions about consent`]);
  if (erasedEvents > 0)
    pairs.push(['erased again', `${erasedEvents} events, whose visitors erased them`]);
  if (signupErasures > 0) {
    pairs.push([
      'to do',
      `${signupErasures} erasures of signups were made since the backup: make them again, npm run data -- erase --email`,
    ]);
  }
  return formatPairs(pairs);
}
