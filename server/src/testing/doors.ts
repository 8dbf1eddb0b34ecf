import type { Door } from '../metrics.ts';
import type { Store } from '../store/store.ts';
import { createIds, NOON, type TestApp } from './test-app.ts';

const JANE = '0195a000-0000-7000-8000-00000000000a';
const timestamp = new Date(NOON).toISOString();
const properties = { percent_scrolled: 25 };

/** The same events of Jane through each door, as its clients send them. */
export const DOORS: readonly { door: Door; path: string; body(ids: readonly string[]): string }[] =
  [
    {
      door: 'events',
      path: '/api/events',
      body: (ids) =>
        JSON.stringify({
          consentId: JANE,
          sessionId: JANE,
          sentAt: timestamp,
          events: ids.map((id) => ({ id, name: 'scroll', timestamp, properties })),
        }),
    },
    {
      door: 'ingest',
      path: '/ingest/batch/',
      body: (ids) =>
        JSON.stringify({
          api_key: 'phc_test',
          sent_at: timestamp,
          batch: ids.map((uuid) => ({
            uuid,
            event: 'scroll',
            distinct_id: JANE,
            timestamp,
            properties,
          })),
        }),
    },
  ];

export type TestDoor = (typeof DOORS)[number];

export const sendThrough = async (
  { path, body }: TestDoor,
  { app }: TestApp,
  ids: readonly string[],
  headers: Record<string, string> = {},
) => app.request(path, { method: 'POST', headers, body: body(ids) });

/** Puts Jane's grant on record. */
export async function grantJane(store: Store) {
  await store.recordDecision({
    id: createIds()(),
    consentId: JANE,
    revision: 1,
    analytics: true,
    source: 'banner',
    language: 'en',
    textHash: 'a'.repeat(64),
    gpc: false,
    decidedAt: NOON,
    recordedAt: NOON,
  });
}
