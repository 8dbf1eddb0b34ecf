import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../store/sqlite/connection/open-file.ts';
import { createSqliteStore } from '../store/sqlite/open-store.ts';
import { grantConsent } from '../testing/data/consent.ts';
import { ENDPOINTS, sendThrough } from '../testing/data/event-endpoints.ts';
import { createIds, createTestApp } from '../testing/test-app.ts';

// The server's own connection is told that there are no more pages, so SQLite itself returns SQLITE_FULL.
test.each(ENDPOINTS)(
  'a full disk answers 503 at the endpoint $endpoint and stores no part of a batch',
  async (endpoint) => {
    const opened: Database[] = [];
    const site = await createTestApp((file) => {
      const db = openDatabase(file);
      opened.push(db);
      return createSqliteStore(db, {});
    });
    const [db] = opened;
    if (!db) throw new Error('the database was not opened');
    await grantConsent(site.store);
    const newId = createIds();
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${pages + 2}`);
    const taken: string[] = [];
    const refused: string[][] = [];
    for (let round = 0; round < 20; round++) {
      const ids = Array.from({ length: 50 }, newId);
      const answer = await sendThrough(endpoint, site, ids);
      if (answer.status === 200) taken.push(...ids);
      else refused.push(ids);
      expect([200, 503]).toContain(answer.status);
      expect(answer.headers.get('Retry-After')).toBe(answer.status === 503 ? '5' : null);
    }
    const stored = () => db.prepare<[], string>('SELECT id FROM events').pluck().all().toSorted();
    expect(refused.length).toBeGreaterThan(0);
    expect(stored()).toEqual(taken.toSorted());
    expect(site.lines.join('\n')).toContain('SQLITE_FULL');

    db.pragma('max_page_count = 1000000');
    for (const ids of refused) expect((await sendThrough(endpoint, site, ids)).status).toBe(200);
    expect(stored()).toEqual([...taken, ...refused.flat()].toSorted());
  },
);
