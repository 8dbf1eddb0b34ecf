import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Published, PublishedText } from '../consent/consent-texts.sql.ts';
import { StartError } from '../lib/start-error.ts';
import { type DatabaseAddress, isPostgres, nameOf } from '../settings/database-address.ts';
import { belongsTo, leavingOf } from '../store/sqlite/connection/own-files.ts';
import { takeServerLock } from '../store/sqlite/connection/server-lock.ts';
import type { TableWriter } from '../store/table-copy.ts';
import type { WriteQueueOptions } from '../store/write-queue.ts';
import { asStartError, describeUnreadableFile, noDatabaseAt } from './database-faults.ts';
import type { SiteReader, SiteStore } from './site-store.ts';
import { openExistingSqliteStore, openSqliteStore } from './sqlite/open-store.ts';
import { openSqliteReader } from './sqlite/reader.ts';

type ServerOptions = Pick<WriteQueueOptions, 'onCommit' | 'betweenMs'>;

export interface OpenStoreOptions extends ServerOptions {
  open?: (database: DatabaseAddress, options: ServerOptions) => SiteStore | Promise<SiteStore>;
}

/** Loaded on demand: a site on SQLite needs no PostgreSQL driver in memory. */
const postgres = () => import('./postgres/open-store.ts');

const openAny: NonNullable<OpenStoreOptions['open']> = async (database, options) =>
  isPostgres(database)
    ? (await postgres()).openPostgresStore(database, options)
    : openSqliteStore(database, options);

/**
 * Opens the database of a server and publishes the consent texts in it. A SQLite file has one server. It really writes:
 * a read-only file opens without an error, and then no signup could be stored.
 *
 * @throws StartError when it cannot be opened and written, or another server has it
 */
export async function openStore(
  database: DatabaseAddress,
  texts: readonly PublishedText[],
  { open = openAny, ...options }: OpenStoreOptions = {},
): Promise<Published & { store: SiteStore }> {
  const lock = isPostgres(database) ? null : lockForServer(database);
  let store: SiteStore | undefined;
  try {
    const opened = await open(database, options);
    store = opened;
    await opened.checkWritable();
    const published = await opened.publishConsentTexts(texts);
    const close = () => opened.close().finally(() => lock?.release());
    return { ...published, store: { ...opened, close } };
  } catch (error) {
    await store?.close();
    lock?.release();
    throw asStartError(database, error);
  }
}

const OTHER_FILE =
  'stop that server first, or give this one another file, e.g. DATABASE_URL=file:data/other.db';

/** Keeps servers out until it is released. @throws StartError while one runs, with this advice */
export function lockForServer(file: string, advice = OTHER_FILE) {
  try {
    const lock = takeServerLock(file);
    if (lock) return lock;
  } catch (error) {
    throw asStartError(file, error);
  }
  throw new StartError(`the database ${file} is in use by another server; ${advice}`);
}

/**
 * Opens a database for reading, beside a server that may be writing to it.
 *
 * @throws StartError when there is none, or none that this version can read
 */
export async function readDatabase<T>(
  database: DatabaseAddress,
  read: (reader: SiteReader) => Promise<T>,
): Promise<T> {
  const reading = keepReading(database);
  return reading.read(read).finally(reading.close);
}

/** A row that was changed by hand may be reported as it was, and an erased id kept in memory, for this long. */
const MAX_READER_MS = 60_000;

/**
 * Keeps a reader open for a thread that reads often, and with it what makes the next scan faster. After a minute or an error, the
 * next question opens another one. One question at a time: one that fails closes the reader.
 */
export function keepReading(database: DatabaseAddress) {
  let reader: SiteReader | null = null;
  let since = 0;

  async function close() {
    const last = reader;
    reader = null;
    await last?.close();
  }

  async function read<T>(ask: (reader: SiteReader) => Promise<T>): Promise<T> {
    try {
      if (performance.now() - since > MAX_READER_MS) await close();
      if (!reader) {
        reader = await openReader(database);
        since = performance.now();
      }
      if (reader) return await ask(reader);
    } catch (error) {
      await close();
      throw asStartError(database, error);
    }
    throw new StartError(noDatabaseAt(database));
  }

  return { read, close };
}

const openReader = async (database: DatabaseAddress): Promise<SiteReader | null> =>
  isPostgres(database)
    ? (await import('./postgres/reader.ts')).openPostgresReader(database)
    : openSqliteReader(database);

/**
 * Opens a database for a command that fills one, and creates it if it is missing.
 *
 * @throws StartError
 */
export const openForCommand = (database: DatabaseAddress): Promise<SiteStore> =>
  orStartError(database, () => openAny(database, {}));

/**
 * Opens the database for a command that also writes, beside a server that may be running.
 *
 * @throws StartError when there is none, or none that this version can write
 */
export async function withStore<T>(
  database: DatabaseAddress,
  use: (store: SiteStore) => Promise<T>,
): Promise<T> {
  return describingFaults(database, async () => {
    const store = isPostgres(database)
      ? await (await postgres()).openExistingPostgresStore(database)
      : openExistingSqliteStore(database);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  });
}

/**
 * Opens one side of a copy. No server may be running on a SQLite file.
 *
 * @param create whether to create a missing database
 * @throws StartError
 */
export async function openTables(
  database: DatabaseAddress,
  options: { create: boolean },
): Promise<TableWriter> {
  if (!options.create) requireDatabase(database);
  const lock = isPostgres(database) ? null : lockForServer(database);
  try {
    const end = isPostgres(database)
      ? (await import('../upkeep/postgres/copy-tables.ts')).openPostgresTables(database, options)
      : (await import('../upkeep/sqlite/copy-tables.ts')).openSqliteTables(database, options);
    const opened = await end;
    return { ...opened, close: () => opened.close().finally(lock?.release) };
  } catch (error) {
    lock?.release();
    throw asStartError(database, error);
  }
}

/** @throws StartError for a SQLite file that does not exist */
function requireDatabase(database: DatabaseAddress) {
  if (isPostgres(database) || existsSync(database)) return;
  throw new StartError(noDatabaseAt(nameOf(database)));
}

/** @throws StartError for faults of the disk, the network or a lock, and for a missing database */
export async function describingFaults<T>(
  database: DatabaseAddress,
  act: () => Promise<T> | T,
): Promise<T> {
  requireDatabase(database);
  return orStartError(database, act);
}

/** @throws StartError for faults of the disk, the network or a lock */
export async function orStartError<T>(
  database: DatabaseAddress,
  act: () => Promise<T> | T,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw asStartError(database, error);
  }
}

/** @throws StartError for the name of a new file that is one of the database's own, or may become one */
export function requireForeign(file: string, database: DatabaseAddress): void {
  if (isPostgres(database) || !belongsTo(file, database)) return;
  throw new StartError(`${file} belongs to the database itself; name another file`);
}

/** Returns the folder of requests to leave that wait for a database: beside its file. */
export const leavingFolderOf = (database: DatabaseAddress, stateDirectory: string): string =>
  isPostgres(database) ? join(stateDirectory, 'leaving') : leavingOf(database);

/** @throws StartError for a folder, a device or a pipe, which would be replaced, or read without end */
export function requireFile(file: string): void {
  if (!statSync(file).isFile()) throw new StartError(`${file} is not a file; name a file`);
}

/** @throws StartError for faults of a SQLite file that was named on the command line, and for a missing one */
export function readNamedFile<T>(file: string, read: () => T): T {
  if (!existsSync(file)) throw new StartError(`there is no file at ${file}; name one that exists`);
  requireFile(file);
  try {
    return read();
  } catch (error) {
    throw describeUnreadableFile(file, error);
  }
}
