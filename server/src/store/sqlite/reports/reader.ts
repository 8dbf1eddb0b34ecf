import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { createScanMemory } from '../../chunks/scan-memory.ts';
import { readDeliveryState } from '../../relay/delivery-state.ts';
import type { StoreReader } from '../../store.ts';
import { createDb, finish } from '../connection/sql.ts';
import { makeNextChunk } from './chunks.ts';
import { countDecisions, countPages, countSignups, sumSignups } from './counts.ts';
import { exportRows } from './export-rows.ts';
import { findSignups } from './find-signups.ts';
import { latestEvents } from './latest-events.ts';
import { scanEvents } from './scan.ts';

/**
 * Opens a database that a server may be writing to. Returns null when the file does not exist.
 *
 * @param memory of the earlier readers of this database
 */
export function openSqliteReader(file: string, memory = createScanMemory()): StoreReader | null {
  if (!existsSync(file)) return null;
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  const statements = createDb(db);
  return {
    async scanEvents(range, visit, options) {
      return scanEvents(db, range, memory, visit, options);
    },
    async makeChunk(parts) {
      return makeNextChunk(db, parts);
    },
    async countSignups(range) {
      return countSignups(db, range);
    },
    async sumSignups(range) {
      return sumSignups(db, range);
    },
    async countDecisions(range) {
      return countDecisions(db, range);
    },
    async countPages(range) {
      return countPages(db, range);
    },
    async findSignups(query) {
      return findSignups(db, query);
    },
    async latestEvents(query) {
      return latestEvents(db, query);
    },
    exportRows: (table, range, onProgress) => exportRows(db, table, range, onProgress),
    async deliveryState() {
      return finish(readDeliveryState(statements));
    },
    async close() {
      db.close();
    },
  };
}
