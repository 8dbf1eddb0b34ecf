import { randomBytes } from 'node:crypto';
import { OlderDatabaseError } from '../../store/database-version.ts';
import { isUpToDate, replayMigrations } from '../../store/postgres/connection/migrate.ts';
import { asUnavailable, openPool } from '../../store/postgres/connection/pool.ts';
import { tablesBehind } from '../../store/postgres/connection/sequences.ts';
import type { Transaction } from '../../store/postgres/connection/transaction.ts';
import { compareObjects, type SchemaFindings, type SchemaObject } from '../schema-findings.ts';

/** What belongs to an extension is not looked at. */
const isOwn = (catalog: string, oid: string) =>
  `NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${oid} AND deptype = 'e')`;

const OBJECTS = `
  WITH own AS (
    SELECT oid, relname, relkind, relrowsecurity, relpersistence FROM pg_class
    WHERE relnamespace = $1::regnamespace AND ${isOwn('pg_class', 'pg_class.oid')})
  SELECT CASE relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index'
      WHEN 'S' THEN 'sequence' WHEN 'f' THEN 'foreign table' ELSE 'relation' END AS type,
    relname AS name,
    CASE relkind WHEN 'v' THEN pg_get_viewdef(oid) WHEN 'm' THEN pg_get_viewdef(oid) WHEN 'i'
        THEN concat(pg_get_indexdef(oid), (SELECT indisvalid FROM pg_index WHERE indexrelid = own.oid))
      ELSE concat(relkind, relrowsecurity, relpersistence, (
        SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
            attcollation, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attname)
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE attrelid = own.oid AND attnum > 0 AND NOT attisdropped AND relkind <> 'S')) END AS definition
  FROM own
  UNION ALL SELECT 'constraint', conname || ' on ' || relname, pg_get_constraintdef(pg_constraint.oid)
  FROM pg_constraint JOIN own ON own.oid = conrelid
  UNION ALL SELECT 'trigger', tgname || ' on ' || relname, concat(tgenabled, pg_get_triggerdef(pg_trigger.oid))
  FROM pg_trigger JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal
  UNION ALL SELECT 'rule', rulename || ' on ' || relname, concat(ev_enabled, pg_get_ruledef(pg_rewrite.oid))
  FROM pg_rewrite JOIN own ON own.oid = ev_class WHERE rulename <> '_RETURN'
  UNION ALL SELECT 'function', proname, concat(prolang, prosecdef, prorettype, proargtypes, proconfig, prosrc)
  FROM pg_proc WHERE pronamespace = $1::regnamespace AND ${isOwn('pg_proc', 'pg_proc.oid')}
  ORDER BY 1, 2`;

/**
 * Compares the tables, views, indexes, triggers, rules and functions of a database with those that the migrations make,
 * in a schema that is rolled back.
 *
 * @throws OlderDatabaseError, NewerDatabaseError, UnusableDatabaseError, StoreUnavailableError
 */
export async function compareSchema(url: string): Promise<SchemaFindings> {
  const pool = openPool(url, { maxConnections: 1, queryTimeoutMs: 0 });
  try {
    if (!(await isUpToDate(pool))) {
      throw new OlderDatabaseError('it was not migrated to this version');
    }
    const behind = await tablesBehind(pool);
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ name: string }>('SELECT current_schema() AS name');
      const here = await objectsOf(client, rows[0]?.name ?? 'public');
      const scratch = `verify_${randomBytes(8).toString('hex')}`;
      await client.query(`CREATE SCHEMA ${scratch}; SET LOCAL search_path = ${scratch}`);
      await replayMigrations(client);
      const ours = await objectsOf(client, scratch);
      const found = compareObjects(here, ours);
      const missing = behind.map(
        ({ table, last }) =>
          `numbers: those of ${table} are behind its last row, ${last}; a start of the site repairs that`,
      );
      return { ...found, missing: [...found.missing, ...missing] };
    } finally {
      await client.query('ROLLBACK').catch(() => {});
      client.release();
    }
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    await pool.end();
  }
}

async function objectsOf(tx: Transaction, schema: string): Promise<SchemaObject[]> {
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  const { rows } = await tx.query<SchemaObject>(OBJECTS, [quoted]);
  return rows.map(({ definition, ...object }) => ({
    ...object,
    definition: definition.replaceAll(`${quoted}.`, '').replaceAll(`${schema}.`, ''),
  }));
}
