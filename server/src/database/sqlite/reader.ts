import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { exportRows } from '../../reports/export/export-rows.sql.ts';
import { createScanMemory, makeNextChunk, scanEvents } from '../../reports/scan/scan-events.sql.ts';
import type { Db, Op } from '../../store/sql/operation.ts';
import { requireOwnName } from '../../store/sqlite/connection/own-files.ts';
import { createDb, finish } from '../../store/sqlite/connection/sql.ts';
import { createReportStore, type SiteReader } from '../site-store.ts';

/** Opens a database that a server may be writing to. Returns null when the file does not exist. */
export function openSqliteReader(file: string): SiteReader | null {
  if (!existsSync(file)) return null;
  requireOwnName(file);
  const memory = createScanMemory();
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  const statements = createDb(db);
  const run = async <T>(operation: (db: Db) => Op<T>) => finish(operation(statements));
  const inSnapshot = <T>(operation: (db: Db) => Op<T>): T =>
    db.transaction(() => finish(operation(statements)))();
  return {
    async scanEvents(range, visit, options) {
      const source = { isInOrder: true };
      return inSnapshot((db) => scanEvents(db, source, range, memory, visit, options));
    },
    async makeChunk(parts) {
      return inSnapshot((db) => makeNextChunk(db, parts));
    },
    exportRows: (...args) => exportRows(run, ...args),
    ...createReportStore({
      reads:
        (operation) =>
        (...args) =>
          run((db) => operation(db, ...args)),
    }),
    async close() {
      db.close();
    },
  };
}
