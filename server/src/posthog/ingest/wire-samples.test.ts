import { expect, test } from 'vitest';
import { grantConsent, JANE } from '../../store/testing/store-contract-data.ts';
import {
  asOurs,
  encodeBody,
  readWireSamples,
  sampleUrl,
  type WireSample,
} from '../../testing/data/wire-samples.ts';
import { createTestApp, NOON } from '../../testing/test-app.ts';
import { rowsOf } from '../../testing/test-database.ts';

const TOKEN = 'phc_TESTTOKEN';
const samples = readWireSamples();
const captures = samples.filter(({ body }) => body?.batch);

async function createApp() {
  const site = await createTestApp({ config: { posthogKey: TOKEN } });
  await grantConsent(site.store);
  const send = (sample: WireSample, body: unknown = sample.body) => {
    const { method, headers } = sample;
    const bytes = encodeBody(sample, body);
    return site.app.request(sampleUrl(sample), { method, headers, ...(bytes && { body: bytes }) });
  };
  const rows = () => rowsOf(site.database, 'events');
  return { ...site, send, rows };
}

test('each of the 60 gets an answer that stops a resend, and none becomes a row', async () => {
  const { send, rows } = await createApp();
  expect([samples.length, captures.length]).toEqual([60, 54]);
  for (const sample of samples) {
    const { status } = await send(sample);
    const expected = sample.method === 'OPTIONS' ? 204 : 200;
    expect(status, `${sample.scenario} ${sample.path}`).toBe(expected);
  }
  expect(await rows()).toEqual([]); // other names, other people
});

test('with our own events in them, each event becomes a row', async () => {
  const { send, rows } = await createApp();
  const expected = new Map<string, object>();
  for (const sample of captures) {
    const { body, headers } = sample;
    const batch = body?.batch?.map((event) => asOurs(event, JANE)) ?? [];
    expect((await send(sample, { ...body, batch })).status).toBe(200);
    const sentAt = Date.parse(body?.sent_at ?? headers['posthog-request-timestamp'] ?? '');
    const fromBrowser = sample.sdk.startsWith('posthog-js');
    for (const { uuid, timestamp, properties } of batch) {
      if (expected.has(uuid)) continue; // sent again
      expected.set(uuid, {
        ...{ id: uuid, consent_id: JANE, properties: '{"section_name":"hero"}' },
        session_id: properties?.['$session_id'] ?? null,
        path: fromBrowser ? '/' : null,
        // The clock of the SDK is that far ahead of this one, or behind.
        occurred_at: Date.parse(timestamp) - sentAt + NOON,
      });
    }
  }
  expect(await rows()).toMatchObject([...expected.values()]);
});
