import { closeSync, fsyncSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { uuidv7 } from '#shared/uuid';

export const PEOPLE = 200_000;

type Event = readonly [name: string, properties: string];
const seen = (section: string): Event => ['section_view', `{"section_name":"${section}"}`];
const scrolled = (percent: number): Event => ['scroll', `{"percent_scrolled":${percent}}`];

/** A complete visit; most visits end earlier. */
const VISIT: readonly Event[] = [
  seen('hero'),
  scrolled(25),
  seen('pipeline'),
  scrolled(50),
  seen('benefits'),
  scrolled(75),
  ['button_click', '{"button_name":"Notify me","click_location":"hero"}'],
  seen('signup'),
  scrolled(90),
  scrolled(100),
  ['form_submit', '{"form_type":"beta","event_label":"success","email_domain":"example.org"}'],
];

export interface FillOptions {
  /** Consent ids; without them, {@link PEOPLE} made-up ones. */
  people?: readonly string[];
  /** When the first visit begins, in milliseconds since 1970. */
  begin?: number;
  /** The time between the starts of two visits, in milliseconds. */
  everyMs?: number;
}

/**
 * Fills `events` as visits would: each visit belongs to one person and stores its events in order, until there are
 * `total`. The same call stores the same events each time.
 *
 * @param file a database that has its tables and that nobody else has open
 */
export function fillEvents(file: string, total: number, options: FillOptions = {}): void {
  const db = new Sqlite(file);
  // No journal: after a crash the benchmark makes the file again.
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const insert = db.prepare(
    `INSERT INTO events (id, consent_id, session_id, name, properties, path, referrer_host, utm_source, viewport, occurred_at, received_at)
     VALUES (?, ?, ?, ?, ?, '/', 'www.example.org', ?, 'large', ?, ?)`,
  );
  const random = createRandom();
  const bytes = new Uint8Array(10);
  const newId = (time: number) => {
    for (let index = 0; index < bytes.length; index++) bytes[index] = random(256);
    return uuidv7(time, bytes);
  };
  const { begin = Date.UTC(2026, 0, 1), everyMs = 700 } = options;
  const people = options.people ?? Array.from({ length: PEOPLE }, () => newId(begin));
  db.transaction(() => {
    for (let count = 0, time = begin; count < total; time += everyMs) {
      const [person, session] = [people[random(people.length)], newId(time)];
      const source = [null, null, 'newsletter', 'google'][random(4)];
      for (const [index, [name, properties]] of VISIT.slice(0, 1 + random(11)).entries()) {
        if (count === total) break;
        const at = time + index * 900;
        insert.run(newId(at), person, session, name, properties, source, at, time + 10_000);
        count += 1;
      }
    }
  })();
  db.pragma('journal_mode = WAL');
  db.close();
  // Syncs the file now: writes that are still pending would slow the next measurement.
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Mulberry32. The returned function returns a whole number from 0 to below its argument. */
function createRandom() {
  let state = 1;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
