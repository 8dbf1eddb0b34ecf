import {
  Client,
  type ClientBase,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
} from 'pg';
import { eachHost } from '../../../lib/hosts-of-url.ts';
import { readWhole } from '../../../lib/read-whole.ts';
import { StoreUnavailableError } from '../../store.ts';
import { columnTypes } from './column-types.ts';
import { createServers, type NewSocket, type Servers } from './servers.ts';

/** One delivers, the others read. A pool of its own writes what visitors send (open-store.ts). */
const MAX_CONNECTIONS = 5;
const CONNECT_TIMEOUT_MS = 5_000;
/** Time before an idle connection is probed. The system's default is two hours. */
export const KEEP_ALIVE_MS = 10_000;
/** No operation that a visitor waits for takes longer. A server that has not answered by then counts as unreachable. */
const QUERY_TIMEOUT_MS = 15_000;

const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 10_000;
/** A connection that only reads never hears that another server has taken over. */
const MAX_LIFETIME_SECONDS = 60;

export interface PoolOptions {
  /** How long a transaction waits for a lock. */
  lockTimeoutMs?: number;
  maxConnections?: number;
  /** 0 for no limit, for reading whole tables. */
  queryTimeoutMs?: number;
  maxUses?: number;
  connectTimeoutMs?: number;
  /** Whether a transaction sends its statements without waiting for the answer to BEGIN. The driver refuses COPY then. */
  pipeline?: boolean;
}

type Done = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** A pool that knows how to find the primary, and how to begin its transactions. */
export class SitePool extends Pool {
  readonly #lockTimeoutMs: number;
  readonly #servers: Servers;

  constructor(config: PoolConfig, servers: Servers, lockTimeoutMs: number) {
    super({ ...config, Client: clientOf(servers) });
    this.#servers = servers;
    this.#lockTimeoutMs = Math.max(1, lockTimeoutMs);
  }

  /** Returns a connection to the first server that can write. */
  override connect(): Promise<PoolClient>;
  override connect(callback: Done): void;
  override connect(callback?: Done): Promise<PoolClient> | undefined {
    const client = this.#connect();
    if (!callback) return client;
    client.then(
      (found) => callback(undefined, found, () => found.release()),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<PoolClient> {
    for (let tried = 1; ; tried++) {
      const position = this.#servers.position();
      try {
        return await super.connect();
      } catch (error) {
        // Whatever a server says before there is a connection, the request is not the reason.
        this.#servers.next(position);
        if (tried >= this.#servers.count()) throw refusalOf(error);
      }
    }
  }

  /**
   * The statement that begins a transaction. Each later statement sees everything committed before it, so a read after
   * a lock sees what the lock's previous owner wrote. The server ends transactions that take too long, and releases the
   * locks of a stalled process.
   *
   * @param idleTimeoutMs the longest time between two statements
   */
  begin(idleTimeoutMs = IDLE_TIMEOUT_MS): string {
    return `BEGIN ISOLATION LEVEL READ COMMITTED;
      SET LOCAL lock_timeout = ${this.#lockTimeoutMs};
      SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS};
      SET LOCAL idle_in_transaction_session_timeout = ${idleTimeoutMs}`;
  }
}

/**
 * Opens a pool. It connects only with the first query.
 *
 * @throws StartError for a file that the URL names and that cannot be read
 */
export function openPool(
  url: string,
  {
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    maxConnections = MAX_CONNECTIONS,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
    maxUses = Number.POSITIVE_INFINITY,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    pipeline = true,
  }: PoolOptions = {},
): SitePool {
  requireFiles(url);
  const servers = createServers(asLibpqReads(url));
  const config: PoolConfig = {
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    maxUses,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    fallback_application_name: 'dubkit',
    pipeline,
    types: columnTypes,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    onConnect: (client) => refuseStandby(client, servers.count() > 1),
  };
  const pool = new SitePool(config, servers, lockTimeoutMs);
  // The next query on a broken connection fails. Without a listener, the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  closeIdleWithLost(pool);
  return pool;
}

/** The driver reads these files again for each connection, without a limit. */
function requireFiles(url: string) {
  for (const { searchParams } of eachHost(url).map((each) => new URL(each)))
    for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
      const file = searchParams.get(name);
      if (file) readWhole(file, `the PEM file that ${name} in DATABASE_URL names`);
    }
}

/** Returns a class whose connections lead to the server that is tried. The driver itself takes one server for all. */
export const clientOf = (servers: Servers): typeof Client =>
  class extends Client {
    constructor(config: ClientConfig = {}) {
      super({ ...config, connectionString: servers.current() });
      servers.direct(this.connection.stream as unknown as NewSocket); // a net.Socket, so far
    }
  };

/**
 * Makes the driver read `sslmode` as libpq documents it: `require` encrypts without checking the certificate, unless
 * `sslrootcert` names who signs it. It never falls back to a connection in the clear, also for `allow` and `prefer`.
 */
export const asLibpqReads = (url: string): string =>
  /[?&]sslmode=(?!no-verify)/.test(url)
    ? `${url.replace(/([?&]sslmode=)allow\b/, '$1prefer')}&uselibpqcompat=true`
    : url;

/**
 * During a failover, a name may lead to a server that can only be read, and that lacks the latest rows. Hosts also make a
 * primary read-only, for example when its disk is full, or before it is demoted: then another server is tried, if there is one.
 */
export async function refuseStandby(
  client: Pick<ClientBase, 'query'>,
  hasAnother: boolean,
): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean }>(
    `SELECT set_config('datestyle', 'ISO', false), pg_is_in_recovery() OR ($1 AND current_setting('transaction_read_only')::boolean) AS "readOnly"`,
    [hasAnother],
  );
  if (rows[0]?.readOnly) {
    const cause = new Error('the server can only be read');
    throw new StoreUnavailableError(READ_ONLY, { cause });
  }
}

/** When a connection is lost, the idle ones lead to the same server. New ones follow the name to where it leads now. */
function closeIdleWithLost(pool: Pool) {
  const idle = new Set<PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!isLost(error)) return void idle.add(client);
    // The pool removes an idle connection that has an error.
    for (const other of idle) other.emit('error', new Error('another connection was lost'));
    idle.clear();
  });
}

const READ_ONLY = '25006';

/**
 * SQLSTATE by class: 08 connection, 28 authorization, 3D no such database, 3F no such schema, 53 insufficient resources, 57 operator
 * intervention, 58 system error. Single codes: a standby's conflict with its recovery, deadlocks, lock timeouts,
 * read-only standbys and missing privileges.
 */
const UNAVAILABLE = /^(08|28|3D|3F|53|57|58)|^(40001|40P01|55P03|25006|25P03|42501|XX00[12])$/;
/** Errors of the driver itself have no code. */
const DRIVER =
  /^(Connection terminated|timeout exceeded|Query read timeout|Client (has|was)|The server does not support SSL)/;

/** Returns whether the server, the network or a lock failed; otherwise the error is a bug. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const unavailable =
    error instanceof DatabaseError
      ? UNAVAILABLE.test(code)
      : 'syscall' in error || error instanceof AggregateError || DRIVER.test(error.message);
  return unavailable
    ? new StoreUnavailableError(code || 'CONNECTION_LOST', { cause: error })
    : error;
}

/** Returns the error of a connection that could not be made. Poolers refuse one with any code. */
const refusalOf = (error: unknown): unknown =>
  error instanceof DatabaseError
    ? new StoreUnavailableError(error.code ?? 'CONNECTION_LOST', { cause: error })
    : asUnavailable(error);

/** The server ends the connection (08, 57P0…), or can no longer write: it became a standby. */
const LOST = /^(08|57P0|25006)/;

/** Returns whether an error means that the same connection will not work again. */
export const isLost = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? LOST.test(error.code ?? '')
    : asUnavailable(error) instanceof StoreUnavailableError;

/**
 * Nothing was written, and the same transaction may succeed when it is repeated: two transactions had a deadlock, or a
 * new connection may lead to the server that has taken over.
 */
export const mayRetry = (error: unknown) =>
  error instanceof DatabaseError && (error.code === '40P01' || error.code === READ_ONLY);
