import type { Pool } from 'pg';
import { ask } from './transaction.ts';

const COLUMNS = `
  SELECT relname AS table, attname AS column, pg_get_serial_sequence(quote_ident(relname), attname) AS sequence
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = current_schema()::regnamespace AND attidentity <> '' AND NOT attisdropped ORDER BY 1, 2`;

interface Numbered {
  table: string;
  column: string;
  sequence: string;
}

/**
 * Returns the tables whose next number a row already has, as after rows were put back without their sequences: then no row
 * can be inserted.
 */
export async function tablesBehind(pool: Pool): Promise<(Numbered & { last: number })[]> {
  const behind = [];
  for (const one of await ask<Numbered>(pool, COLUMNS)) {
    const { table, column, sequence } = one;
    const [found] = await ask<{ last: number }>(
      pool,
      `SELECT (SELECT max(${column}) FROM ${table}) AS last FROM ${sequence}
       WHERE (SELECT max(${column}) FROM ${table}) >= last_value + is_called::int`,
    );
    if (found) behind.push({ ...one, last: found.last });
  }
  return behind;
}

/** Goes on behind the last row of each table. */
export async function repairSequences(pool: Pool): Promise<void> {
  for (const { table, column, sequence } of await tablesBehind(pool)) {
    await ask(
      pool,
      `SELECT setval('${sequence}', greatest((SELECT max(${column}) FROM ${table}), last_value)) FROM ${sequence}`,
    );
  }
}
