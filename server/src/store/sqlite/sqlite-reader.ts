import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { StoreReader } from '../store.ts';
import { countDecisions, countEvents, countPages, countSignups } from './counts.ts';
import { readDeliveryState } from './deliveries.ts';
import { exportRows } from './export-rows.ts';
import { visitJourneys } from './journeys.ts';

/** Opens a database that a server may be writing to; null when there is none. */
export function openSqliteReader(file: string): StoreReader | null {
  if (!existsSync(file)) return null;
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  return {
    async visitJourneys(query, visit) {
      visitJourneys(db, query, visit);
    },
    async countEvents(query) {
      return countEvents(db, query);
    },
    async countSignups(range) {
      return countSignups(db, range);
    },
    async countDecisions(range) {
      return countDecisions(db, range);
    },
    async countPages(range) {
      return countPages(db, range);
    },
    exportRows: (table, range, onProgress) => exportRows(db, table, range, onProgress),
    async deliveryState() {
      return readDeliveryState(db);
    },
    async close() {
      db.close();
    },
  };
}
