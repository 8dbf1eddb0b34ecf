import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { asStartError, describeUnreadableFile, isOfFile } from '../../database/database-faults.ts';
import { lockForServer, readNamedFile } from '../../database/open-database.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { realPath } from '../../store/sqlite/connection/own-files.ts';
import { requireReadable } from '../../upkeep/sqlite/backup.ts';
import { type Restored, restoreDatabase } from '../../upkeep/sqlite/restore.ts';
import { verifyDatabase } from '../../upkeep/sqlite/verify-database.ts';
import { type DataContext, formatPairs, sqliteFileOf } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';
import { plural } from '../frame/text-table.ts';
import { withArchived } from './archive.ts';

export const restoreCommand = command<DataContext>()({
  usage: 'npm run data -- restore FILE [OPTIONS]',
  summary: 'replaces the database with a backup, and keeps the replaced one',
  about: `Replaces the database with a backup, or with the one in an archive of backup --all. Stop the server first: the command refuses to run beside one. It copies FILE to a new
file, checks that (see npm run data -- verify) before it changes anything, and keeps the replaced database beside the new one, with the time in its name. It carries over the
proof of consent recorded after the backup, so that withdrawals stay in force. It erases again what visitors erased
themselves after the backup. If you erased signups after the backup, erase them again yourself. It sends no old message
again: messages that wait in the replaced database are carried over, and those of the backup are dropped.`,
  options: {
    anyway: flag('accepts a FILE that breaks rules, if SQLite finds the file intact'),
    'dry-run': flag('checks FILE and says what would happen; changes nothing'),
  },
  words: [1, 1],
  async run(values, context, [name = '']) {
    const backup = resolve(name);
    await withArchived(backup, async (unpacked, others) => {
      await restore(values, context, { backup, unpacked });
      if (others === null || others.length === 0) return;
      const them = others.join(', ');
      context.out.write(
        formatPairs([
          ['left', `${them} in the archive: only the database was restored. tar -xpf unpacks them`],
        ]),
      );
    });
  },
});

/** @param files the file that was named, and the database in it: the same file, if it is no archive */
async function restore(
  values: { anyway?: boolean | undefined; 'dry-run'?: boolean | undefined },
  { database, out, now }: DataContext,
  { backup, unpacked }: { backup: string; unpacked: string },
) {
  const named = sqliteFileOf(database, 'pg_restore restores its backups');
  const check = (copy: string) => {
    const { counts, problems, ...found } = verifyDatabase(copy);
    const mayAccept = found.isSound && found.isOurs;
    if (problems.length > 0 && !(mayAccept && values.anyway)) {
      const way = mayAccept ? '; --anyway accepts it' : '';
      throw new StartError(`${backup} is broken: ${problems.map(printable).join('; ')}${way}`);
    }
    out.write(formatPairs([['backup', backup], ...Object.entries(counts ?? {})]));
  };
  readNamedFile(backup, () => (values['dry-run'] ? check(unpacked) : requireReadable(unpacked)));
  const lock = lockForServer(
    named,
    'stop it first: otherwise what it receives meanwhile would be lost',
  );
  try {
    // Where it is a link, the file is replaced, and not the link.
    const databaseFile = realPath(named);
    const aside = `${databaseFile}-replaced-${new Date(now()).toISOString().replace(/:/g, '-')}`;
    if (values['dry-run']) {
      const kept = existsSync(databaseFile) ? `, and keep the replaced database at ${aside}` : '';
      out.write(`${printable(`would put it at ${databaseFile}${kept}`)}\n`);
      return;
    }
    const restored = await restoreDatabase(unpacked, databaseFile, aside, check).catch((error) => {
      throw isOfFile(error)
        ? describeUnreadableFile(backup, error)
        : asStartError(databaseFile, error);
    });
    out.write(describe(databaseFile, restored));
  } finally {
    lock.release();
  }
}

function describe(file: string, { aside, carriedOver, droppedMessages }: Restored): string {
  const some = (name: string, count: number, word: string, text: (what: string) => string) =>
    count > 0 ? [[name, text(plural(count, word))] as const] : [];
  const dropped = (what: string) =>
    `${what}, which may have been sent since, or whose signup is gone`;
  const pairs = [
    ['restored', file] as const,
    ...some('dropped', droppedMessages, 'waiting message', dropped),
  ];
  if (aside === null) return formatPairs(pairs);
  pairs.push(['replaced', `${aside}; delete it when you are sure: it holds personal data`]);
  const nothing =
    'nothing: the replaced database cannot be read, or belongs to another version or site';
  if (carriedOver === null) return formatPairs([...pairs, ['carried over', nothing]]);
  const { consents, erasedEvents, signupErasures, leftSignups, messages } = carriedOver;
  const instead = (what: string) => `${what}, instead of those of the backup`;
  const byHand = (what: string) =>
    `erase again ${what} that the backup has brought back: npm run data -- erase --email`;
  return formatPairs([
    ...pairs,
    ['carried over', `${plural(consents, 'decision')} about consent`],
    ...some('carried over', messages, 'waiting message', instead),
    ...some('erased again', leftSignups, 'signup', (what) => `${what}, erased since or expired`),
    ...some('erased again', erasedEvents, 'event', (what) => `${what} that visitors had erased`),
    ...some('to do', signupErasures, 'signup', byHand),
  ]);
}
