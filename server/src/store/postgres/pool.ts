import { DatabaseError, Pool } from 'pg';
import { StoreUnavailableError } from '../store.ts';
import { columnTypes } from './column-types.ts';

/** One writes, one delivers, the others read: some engines allow few connections in all. */
const MAX_CONNECTIONS = 6;
const CONNECT_TIMEOUT_MS = 5_000;
/** Nothing that a visitor waits for takes longer; a server that does not answer is then given up. */
const QUERY_TIMEOUT_MS = 15_000;

export interface PoolOptions {
  maxConnections?: number;
  /** 0 for none: what reads all there is takes as long as it takes. */
  queryTimeoutMs?: number;
}

/** Connects only when it is asked something. */
export function openPool(
  url: string,
  { maxConnections = MAX_CONNECTIONS, queryTimeoutMs = QUERY_TIMEOUT_MS }: PoolOptions = {},
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    fallback_application_name: 'dubkit',
    // A transaction sends its statements without waiting for the answer to BEGIN.
    pipeline: true,
    types: columnTypes,
  });
  // A connection that breaks fails its next query; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * SQLSTATE by class: 08 connection, 28 authorization, 3D no such database, 53 no resources, 57 an operator's doing,
 * 58 the system below; and serialization failures, deadlocks, locks held for too long, a standby that only reads.
 */
const UNAVAILABLE = /^(08|28|3D|53|57|58)|^(40001|40P01|55P03|25006|25P03|XX00[12])$/;
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
