// What a request costs before anything is stored: Hono reads the body, the same schemas check it, and it is answered.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { checkEnvelope } from './check-envelope.ts';

const app = new Hono();
/** As many bytes as the compressed home page has. */
const PAGE = 'x'.repeat(9_000);
app.get('/', (c) => c.html(PAGE));
app.post('/api/events', async (c) => {
  const { events } = checkEnvelope(await c.req.json());
  return c.json({ accepted: events.length, duplicates: 0, rejected: [] });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port));
