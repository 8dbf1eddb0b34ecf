import { expect, test } from 'vitest';
import { grantConsent, JANE } from '../../store/testing/store-contract-data.ts';
import {
  asOurs,
  encodeBody,
  readWireSamples,
  sampleUrl,
  type WireSample,
} from '../../testing/data/wire-samples.ts';
import { createWork } from '../../testing/hostile/work.ts';
import { createTestApp, NOON } from '../../testing/test-app.ts';
import { rowsOf } from '../../testing/test-database.ts';
import { decodeCapture } from './decode-capture.ts';
import { listEvents } from './event-list.ts';
import { unwrapPayload } from './unwrap-payload.ts';

const TOKEN = 'phc_TESTTOKEN';
const samples = readWireSamples();
const captures = samples.filter(({ body }) => body?.batch);

const named = (list: readonly WireSample[]) =>
  list.map(
    (sample, index) =>
      [`${index} ${sample.scenario}, ${sample.method} ${sample.path}`, sample] as const,
  );

test('there are 60 samples, and 54 of them hold events', () => {
  expect([samples.length, captures.length]).toEqual([60, 54]);
});

test.each(named(captures))('%s: decodes to its events', async (_, sample) => {
  const { body, headers } = sample;
  const work = createWork();
  const unwrapped = await unwrapPayload(encodeBody(sample, body) ?? Buffer.of(), 2 ** 20, work);
  if (!unwrapped.ok) throw new Error(unwrapped.why);
  expect(JSON.parse(unwrapped.json.toString())).toEqual(body);
  const events = listEvents(unwrapped.json);
  if (!events.ok) throw new Error(events.why);
  // Sent at `sentAt` by a clock that is an hour ahead of this one.
  const sentAt = Date.parse(body?.sent_at ?? headers['posthog-request-timestamp'] ?? '');
  const now = sentAt - 3_600_000;
  const bearer = headers['authorization']?.replace('Bearer ', '');
  const arrival = { sentAt, now, ...(bearer !== undefined && { bearer }) };
  const decoded = await decodeCapture(events.list, arrival, work.slice);
  expect(decoded).toMatchObject({ ok: true, token: TOKEN });
  expect(decoded.ok && [...decoded.events]).toEqual(
    body?.batch?.map((event) => ({
      uuid: event.uuid,
      event: event.event,
      distinctId: event.distinct_id ?? event.properties?.['distinct_id'],
      properties: event.properties,
      hasTooManyKeys: false,
      occurredAt: Date.parse(event.timestamp) - 3_600_000,
    })),
  );
});

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
  for (const sample of samples) {
    const { status } = await send(sample);
    const expected = sample.method === 'OPTIONS' ? 204 : 200;
    expect([sample.scenario, sample.path, status]).toEqual([
      sample.scenario,
      sample.path,
      expected,
    ]);
  }
  expect(await rows()).toEqual([]); // other names, other people
});

test('with our own events in them, each event becomes a row', async () => {
  const { send, rows } = await createApp();
  const expected = new Map<string, object>();
  for (const sample of captures) {
    const batch = sample.body?.batch?.map((event) => asOurs(event, JANE)) ?? [];
    expect((await send(sample, { ...sample.body, batch })).status).toBe(200);
    const fromBrowser = sample.sdk.startsWith('posthog-js');
    for (const { uuid, properties } of batch) {
      expected.set(uuid, {
        id: uuid,
        consent_id: JANE,
        session_id: properties?.['$session_id'] ?? null,
        name: 'section_view',
        properties: '{"section_name":"hero"}',
        path: fromBrowser ? '/' : null,
        referrer_host: null,
        viewport: fromBrowser ? 'medium' : null,
        received_at: NOON,
      });
    }
  }
  // Resent events have the same uuid.
  expect(await rows()).toMatchObject([...expected.values()]);
});
