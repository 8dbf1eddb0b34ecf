import { scrolls } from '../../http/testing/site-requests.ts';
import type { EventEndpoint } from '../../metrics.ts';
import { JANE } from '../../store/testing/store-contract-data.ts';
import { NOON, type TestApp } from '../test-app.ts';

const timestamp = new Date(NOON).toISOString();

/** The same events of Jane at each endpoint, as its clients send them. */
export const ENDPOINTS: readonly {
  endpoint: EventEndpoint;
  path: string;
  body(ids: readonly string[]): string;
}[] = [
  {
    endpoint: 'events',
    path: '/api/events',
    body: (ids) => JSON.stringify(scrolls(JANE, ids)),
  },
  {
    endpoint: 'ingest',
    path: '/ingest/batch/',
    body: (ids) =>
      JSON.stringify({
        api_key: 'phc_test',
        sent_at: timestamp,
        batch: ids.map((uuid) => ({
          ...{ uuid, event: 'scroll', distinct_id: JANE, timestamp },
          properties: { percent_scrolled: 25 },
        })),
      }),
  },
];

export type TestEndpoint = (typeof ENDPOINTS)[number];

export const sendThrough = async (
  { path, body }: TestEndpoint,
  { app }: TestApp,
  ids: readonly string[],
  headers: Record<string, string> = {},
) => app.request(path, { method: 'POST', headers, body: body(ids) });
