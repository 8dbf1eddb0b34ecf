// What most servers do: one transaction per request, as durable as ours. It uses the real tables.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openDatabase } from '../../../server/src/store/sqlite/connection/open-file.ts';
import { prepareRecordEvents } from '../../../server/src/store/sqlite/intake/insert-events.ts';
import { checkEnvelope } from './check-envelope.ts';

const [, , file = ''] = process.argv;
const db = openDatabase(file);
db.exec("INSERT INTO consent_texts VALUES (1, 'a', 'en', NULL, '{}', 0)");
const record = db.transaction(prepareRecordEvents(db)).immediate;
const NO_CONTEXT = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
};

const app = new Hono();
app.post('/api/events', async (c) => {
  const { consentId, sessionId, context, events } = checkEnvelope(await c.req.json());
  const { path = null, referrerHost = null, viewport = null, language = null } = context ?? {};
  const recorded = record({
    consentId,
    sessionId,
    context: { path, referrerHost, viewport, language, ...NO_CONTEXT },
    receivedAt: Date.now(),
    events: events.map(({ id, name, properties, timestamp }) => ({
      id,
      name,
      properties,
      occurredAt: Date.parse(timestamp),
    })),
  });
  if (recorded.outcome !== 'recorded') return c.json({ code: recorded.outcome }, 403);
  const { accepted, duplicates } = recorded;
  return c.json({ accepted, duplicates, rejected: [] });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port));
