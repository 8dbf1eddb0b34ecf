import type { Sender } from '../../testing/requests.ts';
import { NOON, type TestApp } from '../../testing/test-app.ts';

// Requests that tests send to the whole application.

type Site = Pick<TestApp, 'app'>;

export const JANE = '0195a000-0000-7000-8000-00000000000a';

/** Sends JSON, and the site's public key, which only signups need. */
export const postJson = (
  { app }: Site,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  sender?: Sender,
) =>
  app.request(
    path,
    {
      method: 'POST',
      headers: { apikey: 'public-anon-key', 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    },
    sender,
  );

export const SIGNUPS = '/rest/v1/notifyme_signups';
/** What Jane sends there. */
export const JANE_SIGNS_UP = { name: 'Jane', email: 'jane@example.org', signup_type: 'notifyme' };

const timestamp = new Date(NOON).toISOString();
/** What a page sends to `/api/events` about somebody who scrolled: an event for each id. */
export const scrolls = (consentId: string, ids: readonly string[], context?: object) => ({
  ...{ consentId, sessionId: JANE, sentAt: timestamp, context },
  events: ids.map((id) => ({
    ...{ id, name: 'scroll', timestamp, properties: { percent_scrolled: 25 } },
  })),
});

export const METRICS_TOKEN = 'a-token-of-this-test';

/** Reads the metrics of a site with that token. */
export async function readMetrics({ app }: Site) {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  return (await app.request('/metrics', { headers })).text();
}
