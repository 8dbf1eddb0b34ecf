import Sqlite from 'better-sqlite3';

/**
 * Adds `count` events to a site's SQLite file, ten per visitor in turn. The intake would take minutes for that many.
 */
export function fillEvents(file: string, consentIds: readonly string[], count: number): void {
  const db = new Sqlite(file);
  db.pragma('synchronous = OFF');
  db.exec('CREATE TEMP TABLE visitors (number INTEGER PRIMARY KEY, id TEXT)');
  db.prepare('INSERT INTO visitors SELECT key, value FROM json_each(?)').run(
    JSON.stringify(consentIds),
  );
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count - 1)
     INSERT INTO events (id, consent_id, name, properties, path, viewport, occurred_at, received_at)
     SELECT lower(hex(randomblob(16))), visitors.id, 'scroll', '{"percent_scrolled":25}', '/', 'large', @at, @at
     FROM numbers JOIN visitors ON visitors.number = n / 10 % (SELECT count(*) FROM visitors)`,
  ).run({ count, at: Date.now() });
  db.close();
}
