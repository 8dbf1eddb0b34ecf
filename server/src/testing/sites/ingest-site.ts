import { grantConsent, JANE, newId } from '../../store/testing/store-contract-data.ts';
import { createTestApp, NOON, type TestApp, type TestAppOptions } from '../test-app.ts';
import { rowsOf } from '../test-database.ts';

export { newId };
export const TOKEN = 'phc_test';
export const at = (ms: number) => new Date(ms).toISOString();

interface EventChange {
  properties?: object;
  [field: string]: unknown;
}

/** Returns an event as posthog-js sends it. */
export const scroll = ({ properties = {}, ...change }: EventChange = {}) => ({
  uuid: newId(),
  event: 'scroll',
  timestamp: at(NOON),
  ...change,
  properties: { distinct_id: JANE, token: TOKEN, percent_scrolled: 25, ...properties },
});

export const batch = (events: unknown[] = [scroll()], change: object = {}) => ({
  api_key: TOKEN,
  batch: events,
  sent_at: at(NOON),
  ...change,
});

/** The answer for accepted events, and for events that are dropped and counted. */
export const OK = { status: 200, body: { status: 'Ok' } };

export const rows = ({ database }: Pick<TestApp, 'database'>) => rowsOf(database, 'events');

interface SendOptions {
  path?: string;
  headers?: Record<string, string>;
}

/** Opens the application with Jane's grant on record, and the calls of an SDK. */
export async function openIngestSite(options?: TestAppOptions) {
  const site = await createTestApp(options);
  await grantConsent(site.store);
  const send = async (body: unknown, { path = '/ingest/e/', headers = {} }: SendOptions = {}) => {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const init = { method: 'POST', headers, body: isText ? body : JSON.stringify(body) };
    const answer = await site.app.request(path, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { ...site, send };
}
