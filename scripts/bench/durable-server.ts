// The least that a durable answer costs: Hono reads the body, the same schemas check it, the same group commit writes the
// same rows to the same tables, and it is answered. No consent, limits, metrics or headers.
import { serve } from '@hono/node-server';
import Sqlite from 'better-sqlite3';
import { Hono } from 'hono';
import { envelopeSchema, eventSchema } from '#shared/events';
import { createSqliteIntake } from '../../server/src/store/sqlite/connection/write-intake.ts';

const db = new Sqlite(process.env['DATABASE_URL']?.replace('file:', ''));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('cache_size = -2000');
const intake = createSqliteIntake(db, { betweenMs: 10 });
const insert = db.prepare(
  `INSERT INTO events (consent_id, session_id, received_at, path, referrer_host, viewport, id, name, properties, occurred_at)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
);

const app = new Hono();
app.post('/api/events', async (c) => {
  const { consentId, sessionId, context, events } = envelopeSchema.parse(await c.req.json());
  const { path, referrerHost, viewport } = context ?? {};
  const visit = [consentId, sessionId, Date.now(), path, referrerHost, viewport];
  const parsed = events.map((event) => eventSchema.parse(event));
  const accepted = await intake.run(
    parsed.length,
    () => {
      let changes = 0;
      for (const { id, name, properties, timestamp } of parsed) {
        const own = [id, name, JSON.stringify(properties), Date.parse(timestamp)];
        changes += insert.run(...visit, ...own).changes;
      }
      return changes;
    },
    true,
  );
  return c.json({ accepted, duplicates: events.length - accepted, rejected: [] });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
