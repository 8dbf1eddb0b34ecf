import { sql } from '../store/sql/statement.ts';

/**
 * Two processes must not both find that an address is free. The number is arbitrary. SQLite has one writer. Take it before
 * the lock of any signup, so that two transactions never deadlock.
 */
export const LOCK_ADDRESSES = sql({
  sqlite: 'SELECT 1 WHERE false',
  postgres: 'SELECT pg_advisory_xact_lock(1685414500, 1)',
});
