import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { BenchPostgres } from '../postgres.ts';
import { connect } from '../postgres.ts';
import { grantAll, grantAllOnPostgres } from './visitors.ts';

/** The database of one measurement, on either store. The server that opens it makes its tables. */
export interface SiteDatabase {
  /** In the form of DATABASE_URL. */
  url: string;
  /** Stores a grant for every visitor of the load. */
  grantAll(now: number): Promise<void>;
  /** Returns the CPU seconds of the database server so far; 0 where the database is part of the process. */
  cpuSeconds(): number;
  use(): Promise<DatabaseUse>;
  remove(): Promise<void>;
}

export interface DatabaseUse {
  /** Bytes of tables and indexes. */
  bytesPerEvent: number;
  /** Bytes of the write-ahead log, which are kept for a while only. */
  logBytesPerEvent: number;
  connections: number;
  /** Null where it is unknown. */
  eventsPerCommit: number | null;
  postgresMb: number;
}

export async function openSqliteSite(file: string): Promise<SiteDatabase> {
  return {
    url: `file:${file}`,
    async grantAll(now) {
      const db = new Sqlite(file);
      grantAll(db, now);
      db.close();
    },
    cpuSeconds: () => 0,
    async use() {
      const db = new Sqlite(file);
      db.pragma('wal_checkpoint(TRUNCATE)');
      const events = db.prepare<[], number>('SELECT count(*) FROM events').pluck().get() ?? 0;
      db.close();
      const bytesPerEvent = statSync(file).size / events;
      const none = { logBytesPerEvent: 0, connections: 0, eventsPerCommit: null, postgresMb: 0 };
      return { bytesPerEvent, ...none };
    },
    async remove() {},
  };
}

const USE = `SELECT count(*) AS events, count(DISTINCT xmin::text) AS commits, pg_total_relation_size('events') AS bytes,
    pg_wal_lsn_diff(pg_current_wal_lsn(), $1) AS "logBytes",
    (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS connections
  FROM events`;

export async function openPostgresSite(postgres: BenchPostgres): Promise<SiteDatabase> {
  const url = await postgres.createDatabase();
  const client = await connect(url);
  let begin = '0/0';
  return {
    url,
    async grantAll(now) {
      await grantAllOnPostgres(client, now);
      const { rows } = await client.query<{ at: string }>('SELECT pg_current_wal_lsn() AS at');
      begin = rows[0]?.at ?? begin;
    },
    cpuSeconds: postgres.cpuSeconds,
    async use() {
      const { rows } = await client.query<Record<string, string>>(USE, [begin]);
      const of = (name: string) => Number(rows[0]?.[name]);
      return {
        bytesPerEvent: of('bytes') / of('events'),
        logBytesPerEvent: of('logBytes') / of('events'),
        connections: of('connections'),
        eventsPerCommit: of('events') / of('commits'),
        postgresMb: postgres.memoryMb(),
      };
    },
    async remove() {
      await client.end();
      await postgres.drop(url);
    },
  };
}
