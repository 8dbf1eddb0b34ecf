// What a site has stored that has run for a while. The intake would take hours for ten million events.
import { spawnSync } from 'node:child_process';
import Sqlite from 'better-sqlite3';
import { DAY_MS } from '#shared/limits';
import { openForCommand, readDatabase } from '../../server/src/database/open-database.ts';
import { scroll, toEvent } from '../../server/src/demo/demo-visits.ts';
import type { Reports } from '../../server/src/reports/ask-reports.ts';
import { createChunkJob } from '../../server/src/reports/event-chunks.ts';
import { createRandom } from '../../server/src/testing/data/random.ts';
import { newId } from './visits.ts';

export const PEOPLE = 200_000;
const SIGNUPS = 20_000;
/** Fewer than a visit has on average, so that the last one ends before `to`. */
const EVENTS_PER_VISIT = 5.99;
const ACTS = ['hero', 25, 'pipeline', 50, 'benefits', 75, 'press hero', 'signup', 90, 100] as const;
/** A complete visit; most visits end earlier. */
const VISIT = [...ACTS, 'success' as const]
  .map((act) => (typeof act === 'number' ? scroll(act) : toEvent(act, 'beta')))
  .map(({ name, properties }) => [name, JSON.stringify(properties)] as const);

interface Filling {
  events: number;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/**
 * Fills `events` as visits would: each visit belongs to one person and stores its events in order.
 *
 * @param file a database that has its tables and that nobody else has open
 * @param people their consent ids
 */
export function fillEvents(file: string, { events, from, to }: Filling, people: readonly string[]) {
  changeQuickly(file, (db) => {
    const insert = db.prepare(
      `INSERT INTO events (id, consent_id, session_id, name, properties, path, referrer_host, utm_source, viewport, occurred_at, received_at)
       VALUES (?, ?, ?, ?, ?, '/', 'www.example.org', ?, 'large', ?, ?)`,
    );
    const random = createRandom(1);
    const everyMs = Math.floor(((to - from) * EVENTS_PER_VISIT) / events);
    for (let count = 0, time = from; count < events; time += everyMs) {
      const [person, session] = [people[random(people.length)], newId(time)];
      const source = [null, null, 'newsletter', 'google'][random(4)];
      const acts = VISIT.slice(0, 1 + random(VISIT.length)).slice(0, events - count);
      for (const [index, [name, properties]] of acts.entries()) {
        const at = time + index * 900;
        insert.run(newId(at), person, session, name, properties, source, at, time + 10_000);
      }
      count += acts.length;
    }
  });
}

/** Stores a grant at revision 1 for each consent id: the first one at `from`, in milliseconds since 1970. */
export function storeGrants(
  db: Sqlite.Database,
  ids: readonly string[],
  from: number,
  everyMs = 0,
) {
  db.prepare(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     SELECT value, value, 1, 1, 'banner', 'en', @hash, 0, @from + key * @everyMs, @from + key * @everyMs FROM json_each(@ids)`,
  ).run({ from, everyMs, hash: 'a'.repeat(64), ids: JSON.stringify(ids) });
}

/**
 * Fills a database with a whole site: events that were delivered long ago, decisions, signups and page counts. Makes the
 * copies that reports read, as the server's job does.
 */
export async function fillSite(file: string, filling: Filling): Promise<void> {
  const { from, to } = filling;
  const people = Array.from({ length: PEOPLE }, () => newId(from));
  fillEvents(file, filling, people);
  const numbers = (count: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})`;
  const days = Math.floor((to - from) / DAY_MS);
  changeQuickly(file, (db) => {
    storeGrants(db, people, from, Math.floor((to - from) / PEOPLE));
    db.exec(`INSERT INTO relay_state (id, last_seq) SELECT 1, max(seq) FROM events;
      ${numbers(SIGNUPS)}
      INSERT INTO notifyme_signups (id, name, email, use_case, signup_type, created_at)
      SELECT hex(randomblob(16)), 'Person ' || n, 'person' || n || '@example.org', 'Dubbing number ' || n,
        CASE n % 2 WHEN 0 THEN 'beta' ELSE 'notifyme' END, ${from} + n * ${Math.floor((to - from) / SIGNUPS)} FROM numbers;
      ${numbers(days)}
      INSERT INTO page_counts (day, path, count)
      SELECT date(${from} / 1000, 'unixepoch', n || ' days'), value, 100
      FROM numbers, json_each('["/", "/about", "/features", "/privacy", "/terms", "/cookies"]')`);
  });
  const store = await openForCommand(file);
  const makeChunk: Reports['makeChunk'] = (parts) =>
    readDatabase(file, (reader) => reader.makeChunk(parts));
  const job = createChunkJob({ store, reports: { makeChunk }, now: () => 0, rest: async () => {} });
  await job.run(new AbortController().signal);
  await store.close();
}

/** Changes a file in one transaction without a journal: after a crash the benchmark makes the file again. */
function changeQuickly(file: string, change: (db: Sqlite.Database) => void) {
  const db = new Sqlite(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.transaction(() => change(db))();
  db.pragma('journal_mode = WAL');
  db.close();
  spawnSync('sync', [file]); // writes that are still pending would slow the next measurement
}
