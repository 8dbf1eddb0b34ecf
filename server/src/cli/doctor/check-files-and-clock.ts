import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeDoubt } from '../../clock/describe-doubt.ts';
import { readDatabase } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { type DatabaseAddress, isPostgres } from '../../settings/database-address.ts';
import { filesOf, keptCopies, notPrivate } from '../../store/sqlite/connection/private-files.ts';
import { ALERT_ADVICE } from '../../team/alerts/alert-rules.ts';
import { BACKUP_DAYS } from '../../upkeep/retention.ts';

type Finding = [level: 'ok' | 'warning', what: string, ...lines: string[]];

/** Says who may read the files of a database, which copies are kept beside it, and whether the clock is believed. */
export async function checkFilesAndClock(
  database: DatabaseAddress,
  backupDays = BACKUP_DAYS,
): Promise<Finding[]> {
  const isFile = !isPostgres(database) && existsSync(database);
  return [
    ...(isFile ? [checkPrivacy(database), ...checkKept(database, backupDays)] : []),
    ...(await checkClock(database)),
  ];
}

function checkPrivacy(file: string): Finding {
  const folder = dirname(file);
  const [files, folders] = [notPrivate(filesOf(file)), notPrivate([folder])];
  const isWritable = (statSync(folder).mode & 0o022) !== 0;
  const lines = [
    ...files.map((one) => `${one} is for others too: chmod 600 it`),
    ...folders.map((one) => `${one} can be entered by others: chmod 700 it if nobody has to`),
  ];
  const level = files.length > 0 || isWritable ? 'warning' : 'ok';
  return [
    level,
    'privacy',
    ...(lines.length > 0 ? lines : ['only their owner may read the files']),
  ];
}

const checkKept = (file: string, backupDays: number): Finding[] =>
  keptCopies(file).map((copy) => [
    'warning',
    'kept copy',
    `${copy} holds what was erased since; delete it once you are sure, and within ${backupDays} days`,
  ]);

async function checkClock(database: DatabaseAddress): Promise<Finding[]> {
  try {
    return await readDatabase(database, async (reader) => {
      const now = Date.now();
      const trusted = await reader.doubtOfClock(now);
      const held = (await reader.readMark('retention'))?.value;
      return [
        trusted === null
          ? ['ok', 'clock', 'plausible']
          : ['warning', 'clock', describeDoubt(now, trusted), ALERT_ADVICE.deletion_waits],
        ...(held
          ? [['warning', 'retention', `waits: npm run data -- retention --accept deletes ${held}`]]
          : []),
      ] as Finding[];
    });
  } catch (error) {
    if (error instanceof StartError) return []; // the database is missing, or has no tables yet
    throw error;
  }
}
