import { DatabaseError, Pool, type PoolConfig } from 'pg';
import { StoreUnavailableError } from '../../store.ts';
import { columnTypes } from './column-types.ts';

/** One writes, one delivers, the others read: some engines allow few connections in all. */
const MAX_CONNECTIONS = 6;
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection on which nothing comes is looked after: by itself a system waits for two hours. */
export const KEEP_ALIVE_MS = 10_000;
/** Nothing that a visitor waits for takes longer; a server that does not answer is then given up. */
const QUERY_TIMEOUT_MS = 15_000;

const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 10_000;

export interface PoolOptions {
  /** How long a transaction waits for a lock. */
  lockTimeoutMs?: number;
  maxConnections?: number;
  /** 0 for none: what reads all there is takes as long as it takes. */
  queryTimeoutMs?: number;
}

/** A pool that knows how its transactions begin. */
export class SitePool extends Pool {
  readonly #lockTimeoutMs: number;

  constructor(config: PoolConfig, lockTimeoutMs: number) {
    super(config);
    this.#lockTimeoutMs = Math.max(1, lockTimeoutMs);
  }

  /**
   * Each statement sees what was committed before it: what is read after a lock is what the one before left. The
   * server ends what takes too long, and lets go of the locks of a process that stands still.
   *
   * @param idleTimeoutMs between two statements
   */
  begin(idleTimeoutMs = IDLE_TIMEOUT_MS): string {
    return `BEGIN ISOLATION LEVEL READ COMMITTED;
      SET LOCAL lock_timeout = ${this.#lockTimeoutMs};
      SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS};
      SET LOCAL idle_in_transaction_session_timeout = ${idleTimeoutMs}`;
  }
}

/** Connects only when it is asked something. */
export function openPool(
  url: string,
  {
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    maxConnections = MAX_CONNECTIONS,
    queryTimeoutMs = QUERY_TIMEOUT_MS,
  }: PoolOptions = {},
): SitePool {
  const config: PoolConfig = {
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    fallback_application_name: 'dubkit',
    // A transaction sends its statements without waiting for the answer to BEGIN.
    pipeline: true,
    types: columnTypes,
  };
  const pool = new SitePool(config, lockTimeoutMs);
  // A connection that breaks fails its next query; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * SQLSTATE by class: 08 connection, 28 authorization, 3D no such database, 53 no resources, 57 an operator's doing,
 * 58 the system below; and serialization failures, deadlocks, locks held for too long, a standby that only reads, a right
 * that the user does not have.
 */
const UNAVAILABLE = /^(08|28|3D|53|57|58)|^(40001|40P01|55P03|25006|25P03|42501|XX00[12])$/;
/** What the driver itself says has no code. */
const DRIVER = /^(Connection terminated|timeout exceeded|Query read timeout|Client (has|was))/;

/** Tells a server, a network or a lock that failed from a bug. */
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

/** Two transactions were in each other's way: the same once more may succeed. */
export const mayRetry = (error: unknown) =>
  error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01');
