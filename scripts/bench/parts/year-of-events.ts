import Sqlite from 'better-sqlite3';
import { DAY_MS } from '#shared/limits';
import { openForCommand, readDatabase } from '../../../server/src/database/open-database.ts';
import { createChunkJob } from '../../../server/src/jobs/event-chunks.ts';
import { fillEvents, PEOPLE } from './many-events.ts';

export const YEAR_MS = 365 * DAY_MS;
/** Fewer than a visit has on average, so that the last one ends before `now`. */
const EVENTS_PER_VISIT = 5.99;
const SIGNUPS = 20_000;
const PATHS = ['/', '/about', '/features', '/privacy', '/terms', '/cookies'];

/**
 * Fills a database with twelve months of a site: events, decisions, signups and page counts. Makes the copies that
 * reports read.
 *
 * @param file a database that has its tables
 */
export async function fillYear(file: string, events: number, now: number): Promise<void> {
  const begin = now - YEAR_MS;
  fillEvents(file, events, {
    begin,
    everyMs: Math.floor(YEAR_MS / (events / EVENTS_PER_VISIT)),
  });
  fillOthers(file, begin);
  await makeChunks(file);
}

/** Makes the copies that reports read, as the server's job does. */
export async function makeChunks(database: string): Promise<void> {
  const store = await openForCommand(database);
  const job = createChunkJob({
    store,
    reports: { makeChunk: (parts) => readDatabase(database, (reader) => reader.makeChunk(parts)) },
    now: () => 0,
    rest: async () => {},
  });
  await job.run(new AbortController().signal);
  await store.close();
}

function fillOthers(file: string, begin: number) {
  const db = new Sqlite(file);
  db.pragma('synchronous = OFF');
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})`;
  const id = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a'
    || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
  const at = (count: number) => `${begin} + n * ${Math.floor(YEAR_MS / count)}`;
  db.exec(`${numbers(PEOPLE)}
    INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
    SELECT ${id}, ${id}, 1, 1, 'banner', 'en', '${'a'.repeat(64)}', 0, ${at(PEOPLE)}, ${at(PEOPLE)} FROM numbers`);
  db.exec(`${numbers(SIGNUPS)}
    INSERT INTO notifyme_signups (id, name, email, use_case, signup_type, created_at)
    SELECT ${id}, 'Person ' || n, 'person' || n || '@example.org', 'Dubbing number ' || n,
      CASE n % 2 WHEN 0 THEN 'beta' ELSE 'notifyme' END, ${at(SIGNUPS)} FROM numbers`);
  const insert = db.prepare('INSERT INTO page_counts (day, path, count) VALUES (?, ?, 100)');
  db.transaction(() => {
    for (let day = 0; day < 365; day++) {
      const name = new Date(begin + day * DAY_MS).toISOString().slice(0, 10);
      for (const path of PATHS) insert.run(name, path);
    }
  })();
  db.close();
}
