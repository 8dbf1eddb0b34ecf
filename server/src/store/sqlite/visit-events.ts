import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import type { PersonEvent, Store } from '../store.ts';
import { readDeliveryState } from './deliveries.ts';

interface EventRow {
  consentId: string;
  name: string;
  properties: string;
}

export function visitEventsByPerson(
  db: Database,
  names: readonly string[],
  visit: (event: PersonEvent) => void,
): void {
  const select = db.prepare<[string], EventRow>(
    `SELECT consent_id AS consentId, name, properties FROM events
     WHERE name IN (SELECT value FROM json_each(?))
     ORDER BY consent_id, occurred_at, seq`,
  );
  for (const row of select.iterate(JSON.stringify(names))) {
    visit({ ...row, properties: JSON.parse(row.properties) as PersonEvent['properties'] });
  }
}

export type SqliteReader = Pick<Store, 'visitEventsByPerson' | 'deliveryState' | 'close'>;

/** Opens a database that a server may be writing to; null when there is none. */
export function openSqliteReader(file: string): SqliteReader | null {
  if (!existsSync(file)) return null;
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  return {
    async visitEventsByPerson(names, visit) {
      visitEventsByPerson(db, names, visit);
    },
    async deliveryState() {
      return readDeliveryState(db);
    },
    async close() {
      db.close();
    },
  };
}
