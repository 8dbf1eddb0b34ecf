// What a request costs before anything is stored: Hono reads the body, the same schemas check it, and it is answered.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { envelopeSchema, eventSchema } from '#shared/events';

/** As many bytes as the compressed home page has. */
const PAGE = 'x'.repeat(9_000);
const app = new Hono();
app.get('/', (c) => c.html(PAGE));
app.post('/api/events', async (c) => {
  const { events } = envelopeSchema.parse(await c.req.json());
  for (const event of events) eventSchema.parse(event);
  return c.json({ accepted: events.length, duplicates: 0, rejected: [] });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
