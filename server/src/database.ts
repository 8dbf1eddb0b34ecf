import { existsSync } from 'node:fs';
import { StartError } from './start-error.ts';
import { NewerDatabaseError } from './store/newer-database.ts';
import type { GroupCommitOptions } from './store/sqlite/group-commit.ts';
import { OlderDatabaseError } from './store/sqlite/open-database.ts';
import { takeServerLock } from './store/sqlite/server-lock.ts';
import { openSqliteReader } from './store/sqlite/sqlite-reader.ts';
import { openExistingSqliteStore, openSqliteStore } from './store/sqlite/sqlite-store.ts';
import {
  type PublishedText,
  type Store,
  type StoreReader,
  StoreUnavailableError,
} from './store/store.ts';

export interface OpenStoreOptions extends Pick<GroupCommitOptions, 'onCommit'> {
  /** The store of a file. */
  open?: typeof openSqliteStore;
}

/**
 * Opens the database of a server, which no other server may have, and publishes the consent text in it. It writes for
 * real: a file that can only be read opens without complaint, and then no signup could be taken.
 *
 * @throws StartError when it cannot be opened and written, or another server has it
 */
export async function openStore(
  file: string,
  text: PublishedText,
  { open = openSqliteStore, ...options }: OpenStoreOptions = {},
): Promise<{ store: Store; revision: number }> {
  const lock = lockForServer(file);
  let store: Store | undefined;
  try {
    const opened = open(file, options);
    store = opened;
    await opened.checkWritable();
    const revision = await opened.publishConsentText(text);
    const close = () => opened.close().finally(lock.release);
    return { store: { ...opened, close }, revision };
  } catch (error) {
    await store?.close();
    lock.release();
    throw asStartError(file, error);
  }
}

/** @throws StartError */
function lockForServer(file: string) {
  try {
    const lock = takeServerLock(file);
    if (lock) return lock;
  } catch (error) {
    throw asStartError(file, error);
  }
  throw new StartError(
    `the database ${file} is in use by another server; stop that one first, or give this one a file of its own, e.g. DATABASE_URL=file:data/other.db`,
  );
}

/**
 * Reads from a database that a server may be writing to.
 *
 * @throws StartError when there is none, or none that this version can read
 */
export async function readDatabase<T>(
  file: string,
  read: (reader: StoreReader) => Promise<T>,
): Promise<T> {
  let reader: StoreReader | null = null;
  try {
    reader = openSqliteReader(file);
    if (reader) return await read(reader);
  } catch (error) {
    if (!isFault(error)) throw error;
    const why = error.message;
    throw new StartError(
      why.startsWith('no such ')
        ? `the database ${file} is of an older version, or another program's; start the site once with npm start, or set DATABASE_URL, e.g. DATABASE_URL=file:data/site.db`
        : `the database ${file} cannot be read: ${why}; check its permissions and DATABASE_URL, e.g. DATABASE_URL=file:data/site.db`,
    );
  } finally {
    await reader?.close();
  }
  throw new StartError(noDatabaseAt(file));
}

/**
 * Opens the database beside a server that may be running, for a command that also writes.
 *
 * @throws StartError when there is none, or none that this version can write
 */
export async function withStore<T>(file: string, use: (store: Store) => Promise<T>): Promise<T> {
  return describingFaults(file, async () => {
    const store = openExistingSqliteStore(file);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  });
}

/** What a fault of the disk, the file or a lock comes to; a bug stays as it is. */
export const asStartError = (file: string, error: unknown): unknown =>
  isFault(error) ? new StartError(describeFault(file, error)) : error;

/** @throws StartError for what the disk, the file or a lock is to blame for, and where there is no database */
export async function describingFaults<T>(file: string, act: () => Promise<T> | T): Promise<T> {
  if (!existsSync(file)) throw new StartError(noDatabaseAt(file));
  try {
    return await act();
  } catch (error) {
    throw asStartError(file, error);
  }
}

const noDatabaseAt = (file: string) =>
  `there is no database at ${file}; start the site once with npm start, or set DATABASE_URL, e.g. DATABASE_URL=file:data/site.db`;

/** Of the disk, the file or a lock: SQLite's and Node's own errors have a code, a bug here has none. */
const isFault = (error: unknown): error is Error =>
  error instanceof StoreUnavailableError ||
  error instanceof NewerDatabaseError ||
  error instanceof OlderDatabaseError ||
  (error instanceof Error && 'code' in error);

/** One line: why the file cannot be opened and written, and what to do. */
export function describeFault(file: string, error: unknown): string {
  if (error instanceof NewerDatabaseError) {
    return `the database ${file} was written by a newer version of this program: ${error.message}; start that version, or restore a backup from before the upgrade`;
  }
  if (error instanceof OlderDatabaseError) {
    return `the database ${file} is of an older version, or another program's; start the site once with npm start, which brings it up to date, or set DATABASE_URL, e.g. DATABASE_URL=file:data/site.db`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code.startsWith('SQLITE_BUSY')
    ? `the database ${file} is locked by another process; end what holds it, e.g. a sqlite3 shell or a backup, and start again`
    : `the database ${file} cannot be opened and written: ${why}; check the permissions of the file and its folder, and DATABASE_URL, e.g. DATABASE_URL=file:data/site.db`;
}
