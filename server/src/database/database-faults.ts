import { messageOf, printable } from '../lib/printable.ts';
import { StartError } from '../lib/start-error.ts';
import { type DatabaseAddress, isPostgres, nameOf } from '../settings/database-address.ts';
import {
  NewerDatabaseError,
  OlderDatabaseError,
  UnusableDatabaseError,
} from '../store/database-version.ts';
import { StoreUnavailableError } from '../store/store.ts';

/** Converts a fault of the disk, the network, a file or a lock to a StartError. A bug stays as it is. */
export const asStartError = (database: DatabaseAddress, error: unknown): unknown =>
  isFault(error) ? new StartError(describeFault(database, error), { cause: error }) : error;

/** Does the same for a file that was named on the command line, which DATABASE_URL does not name. */
export function describeUnreadableFile(file: string, error: unknown): unknown {
  if (!isFault(error)) return error;
  if (error instanceof NewerDatabaseError || isUnloadable(error)) return asStartError(file, error);
  const isUnusable = error instanceof UnusableDatabaseError;
  if (isUnusable && error.advice !== undefined) return asStartError(file, error);
  const what = isUnusable
    ? `is not a backup of this program: ${error.message}; name another file`
    : isBroken(error)
      ? `is not an intact SQLite database: ${messageOf(error)}; name another file`
      : isLocked(error)
        ? LOCKED
        : `cannot be read: ${messageOf(error)}; check the permissions of the file and its folder`;
  return new StartError(`the file ${file} ${what}`, { cause: error });
}

/** Returns whether SQLite finds that a file is not a database, or is damaged: permissions and locks are no reason. */
export const isBroken = (error: unknown): boolean =>
  /^SQLITE_(NOTADB|CORRUPT)/.test(faultCode(error));

/** Returns whether this Node cannot load better-sqlite3. Only the package that looks for its file says what it tried. */
export const isUnloadable = (error: unknown): boolean =>
  error instanceof Error && (faultCode(error) === 'ERR_DLOPEN_FAILED' || 'tries' in error);

const isLocked = (error: unknown): boolean => faultCode(error).startsWith('SQLITE_BUSY');
const LOCKED =
  'is locked by another process, e.g. a sqlite3 shell or a backup; end that process and start again';

/** Returns the code that errors of Node and SQLite have, and our own bugs have not: '' then. */
export const faultCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns the code of a fault that may pass, of a server, a lock or a disk; null for any other error. */
export function outageOf(error: unknown): string | null {
  const cause = error instanceof StartError ? error.cause : null;
  if (cause instanceof StoreUnavailableError) return cause.message;
  const code = faultCode(cause);
  return /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN)/.test(code) ? code : null;
}

export const noDatabaseAt = (file: string) =>
  `there is no database at ${file}; start the site once with npm start, or set DATABASE_URL, e.g. DATABASE_URL=file:data/site.db`;

/** Whether a file is of a newer version or of another program, or is damaged. */
export const isOfFile = (error: unknown): boolean =>
  error instanceof NewerDatabaseError || error instanceof UnusableDatabaseError || isBroken(error);

/** What Node says of a wrong call or a missing package, but not of a connection or a file. */
const OF_CODE = /^ERR_(?!TLS|SSL|FS)|^MODULE_NOT_FOUND$/;

/**
 * Errors of SQLite and of the system have a code; our own bugs have none, or one of Node's for code. Errors of PostgreSQL also
 * have a severity.
 */
const isFault = (error: unknown): error is Error =>
  error instanceof StoreUnavailableError ||
  isOfFile(error) ||
  isUnloadable(error) ||
  error instanceof OlderDatabaseError ||
  (error instanceof Error &&
    'code' in error &&
    !OF_CODE.test(String(error.code)) &&
    (!('severity' in error) || isWithoutTables(error)));

/** SQLite's messages, and PostgreSQL's codes, for missing tables and columns. */
const isWithoutTables = (error: Error) =>
  error.message.startsWith('no such ') ||
  ('code' in error && /^42(P01|703)$/.test(String(error.code)));

const exampleFor = (database: DatabaseAddress) =>
  isPostgres(database)
    ? 'DATABASE_URL=postgres://user:password@localhost:5432/site'
    : 'DATABASE_URL=file:data/site.db';

/** Returns one line: why the database cannot be opened and written, and what to do. */
export function describeFault(database: DatabaseAddress, error: unknown): string {
  const name = nameOf(database);
  if (error instanceof NewerDatabaseError) {
    const back = isPostgres(database)
      ? 'the dump of before the upgrade (docs/operations.md, "On PostgreSQL")'
      : 'a backup of before the upgrade, with npm run data -- restore FILE';
    return `the database ${name} was written by a newer version of this program: ${error.message}; start that version, or go back by restoring ${back}`;
  }
  if (error instanceof OlderDatabaseError || (error instanceof Error && isWithoutTables(error))) {
    return `the database ${name} belongs to an older version or another program; start the site once with npm start, which upgrades it, or set DATABASE_URL, e.g. ${exampleFor(database)}`;
  }
  if (error instanceof UnusableDatabaseError) {
    const advice = error.advice ?? `name another one in DATABASE_URL, e.g. ${exampleFor(database)}`;
    return `the database ${name} cannot be used: ${error.message}; ${advice}`;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = faultCode(cause);
  // An attempt at several addresses has a code but no message.
  const why = messageOf(cause) || code;
  if (isPostgres(database)) {
    return `the database ${name} cannot be reached or written: ${why}; check that its server is running, and check the user, the password and the database in DATABASE_URL, e.g. ${exampleFor(database)}`;
  }
  if (cause instanceof Error && isUnloadable(cause)) return describeUnloadable(cause);
  if (isBroken(cause)) {
    return `the database ${name} is not an intact SQLite database: ${why}; restore the latest backup with npm run data -- restore FILE, or name another database in DATABASE_URL, e.g. ${exampleFor(database)}`;
  }
  if (code === 'ENOENT') {
    return `the folder of the database ${name} does not exist; create it, or correct DATABASE_URL, e.g. ${exampleFor(database)}`;
  }
  return isLocked(cause)
    ? `the database ${name} ${LOCKED}`
    : `the database ${name} cannot be opened and written: ${why}; check the permissions of the file and its folder, the space on its disk, and DATABASE_URL, e.g. ${exampleFor(database)}`;
}

/** Returns one line: why better-sqlite3 cannot be loaded, and what to do. */
function describeUnloadable(error: Error): string {
  const { message } = error;
  // Node has the same code for a file of another system, and for half a file. A second attempt finds nothing registered.
  if (/NODE_MODULE_VERSION|self-register/.test(message)) {
    return `better-sqlite3 was built for another Node than this ${process.version}; use that Node, e.g. by PATH in a crontab, or stop the server and run npm start or npm ci, which build it for this one (where there are no sources: npm rebuild better-sqlite3)`;
  }
  const [why = ''] = message.split('\n');
  const what = 'tries' in error ? 'its file better_sqlite3.node is missing' : printable(why);
  return `better-sqlite3 cannot be loaded: ${what}; node_modules is incomplete or was made for another system: stop the server, delete node_modules and run npm start or npm ci`;
}
