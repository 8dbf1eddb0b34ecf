import { expect, test } from 'vitest';
import { createWork } from '../../testing/hostile/work.ts';
import { type Arrival, decodeCapture } from './decode-capture.ts';
import { listEvents } from './event-list.ts';

const NOW = Date.UTC(2026, 2, 14, 12);
const ID = '0195a000-0000-7000-8000-00000000000a';
const UUID = '0195a000-0000-7000-8000-0000000000ff';
const TOKEN = 'phc_test';
const event = (change: object = {}) => ({
  event: 'scroll',
  distinct_id: ID,
  token: TOKEN,
  ...change,
});

async function decode(json: unknown, arrival: Partial<Arrival> = {}) {
  const { slice } = createWork();
  const events = listEvents(Buffer.from(JSON.stringify(json)));
  if (!events.ok) return { ok: false, status: 400, message: `expected otherwise: ${events.why}` };
  const decoded = await decodeCapture(events.list, { sentAt: null, now: NOW, ...arrival }, slice);
  return decoded.ok ? { token: decoded.token, events: [...decoded.events] } : decoded;
}

const DECODED = {
  uuid: null,
  event: 'scroll',
  distinctId: ID,
  properties: {},
  hasTooManyKeys: false,
  occurredAt: NOW,
};

test.each<[string, unknown]>([
  ['one event', event()],
  ['an array', [event()]],
  ['a batch', { api_key: TOKEN, batch: [event({ token: undefined })], x: 1 }],
  ['a batch with its token', { token: TOKEN, batch: [event({ token: undefined })] }],
])('%s is decoded', async (_, json) => {
  expect(await decode(json)).toEqual({ token: TOKEN, events: [DECODED] });
});

test.each<[string, object]>([
  ['token', { token: TOKEN }],
  ['$token', { $token: TOKEN }],
  ['api_key', { api_key: TOKEN }],
  ['properties.token', { properties: { token: TOKEN } }],
  ['blanks around it', { token: `\t${TOKEN}\n` }],
])('a token as %s', async (_, change) => {
  expect(await decode([{ event: 'scroll', distinct_id: ID, ...change }])).toMatchObject({
    token: TOKEN,
  });
});

test('the token of the batch or of the request takes precedence over those of the events', async () => {
  const mixed = [event({ token: 'a' }), event({ token: 'b' })];
  expect(await decode({ api_key: TOKEN, batch: mixed })).toMatchObject({ token: TOKEN });
  expect(await decode({ batch: mixed }, { bearer: TOKEN })).toMatchObject({ token: TOKEN });
});

test.each<[string, unknown, string | null]>([
  ['none', undefined, null],
  ['null', null, null],
  ['an empty one', '', null],
  ['upper case', UUID.toUpperCase(), UUID],
  ['without hyphens', UUID.replaceAll('-', ''), UUID],
])('a uuid that is %s', async (_, uuid, expected) => {
  expect(await decode([event({ uuid })])).toMatchObject({ events: [{ uuid: expected }] });
});

test.each<[string, object, string]>([
  ['at top level', { distinct_id: 'a', properties: { distinct_id: 'b' } }, 'a'],
  ['by its other name', { distinct_id: undefined, $distinct_id: 'a' }, 'a'],
  ['in the properties', { distinct_id: null, properties: { distinct_id: 'b' } }, 'b'],
  ['a number', { distinct_id: 23.4 }, '23.4'],
  ['a boolean', { distinct_id: false }, 'false'],
  ['with blanks around it', { distinct_id: ' a ' }, ' a '],
  ['an object, under which nobody agrees', { distinct_id: { a: 1 } }, '{}'],
  ['of 201 letters', { distinct_id: 'a'.repeat(201) }, 'a'.repeat(200)],
  ['of 201 signs', { distinct_id: '𝄞'.repeat(201) }, '𝄞'.repeat(200)],
])('a distinct_id %s', async (_, change, expected) => {
  expect(await decode([event(change)])).toMatchObject({ events: [{ distinctId: expected }] });
});

test.each<[status: number, string, unknown]>([
  [401, 'no token', [event({ token: undefined })]],
  [401, 'an empty token', [event({ token: '' })]],
  [401, 'a blank token', { api_key: '  ', batch: [event()] }],
  [401, 'a personal key', [event({ token: 'phx_secret' })]],
  [401, 'a token of 65 characters', [event({ token: 'x'.repeat(65) })]],
  [401, 'a token that is not ASCII', [event({ token: 'phc_tëst' })]],
  [401, 'two tokens', [event(), event({ token: 'phc_other' })]],
  [
    401,
    'a token of properties that is a number',
    [event({ token: null, properties: { token: 7 } })],
  ],
  [400, 'an invalid uuid', [event(), event({ uuid: 'secret' })]],
  [400, 'a uuid that is a number', [event({ uuid: 7 })]],
  [400, 'no distinct_id', [event(), event({ distinct_id: undefined })]],
  [400, 'an empty distinct_id', [event({ distinct_id: '' })]],
  [400, 'a blank distinct_id', [event({ distinct_id: ' \n' })]],
  [400, 'no name', [event({ event: undefined })]],
  [400, 'properties that are an array', [event({ properties: [] })]],
  [400, 'properties that are a text', [event({ properties: 'secret' })]],
  [400, 'a time that is a number', [event({ timestamp: 7 })]],
  [400, 'an event that is none', [event(), null]],
  [400, 'an empty batch', { api_key: TOKEN, batch: [] }],
  [400, 'an empty array', []],
  [400, 'a batch that is none', { api_key: TOKEN, batch: 'secret' }],
  [400, 'a number', 7],
  [400, 'a token of the batch that is a number', { token: 7, batch: [event()] }],
  [413, 'an event over a megabyte', [event({ properties: { text: 'x'.repeat(2 ** 20) } })]],
])('the whole request is answered %i for %s, without its words', async (status, _, json) => {
  const message = expect.stringMatching(/expected/);
  const refused = await decode(json);
  expect(refused).toMatchObject({ ok: false, status, message });
  expect(JSON.stringify(refused)).not.toContain('secret');
});

test('the session is beside the properties in the newer protocol', async () => {
  const change = { session_id: UUID, properties: { $session_id: 'older', plan: 'pro' } };
  const properties = { $session_id: UUID, plan: 'pro' };
  expect(await decode([event(change)])).toMatchObject({ events: [{ properties }] });
});

test('the time is corrected by sent_at of the body, else by that of the request', async () => {
  const timestamp = new Date(NOW - 5).toISOString();
  const occurredAt = async (json: unknown, arrival?: Partial<Arrival>) => {
    const decoded = await decode(json, arrival);
    return 'events' in decoded && decoded.events[0]?.occurredAt;
  };
  const sent_at = new Date(NOW - 3000).toISOString();
  const batch = [event({ timestamp })];
  expect(await occurredAt({ batch, sent_at })).toBe(NOW - 5 + 3000);
  expect(await occurredAt({ batch, sent_at }, { sentAt: NOW - 1000 })).toBe(NOW - 5 + 3000);
  expect(await occurredAt(batch, { sentAt: NOW - 1000 })).toBe(NOW - 5 + 1000);
  expect(await occurredAt({ batch, sent_at: 'yesterday' }, { sentAt: NOW - 1000 })).toBe(
    NOW - 5 + 1000,
  );
  const right = [
    { properties: { $ignore_sent_at: true } },
    { options: { disable_skew_correction: true } },
  ];
  for (const change of right) {
    expect(await occurredAt({ batch: [event({ timestamp, ...change })], sent_at })).toBe(NOW - 5);
  }
});

test('an event with more than 100 keys or properties is flagged, whatever they are', async () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`$${index}`, 1]));
  for (const [change, hasTooManyKeys] of [
    [{ properties: keys(100) }, false],
    [{ properties: keys(101) }, true],
    [keys(97), false],
    [keys(98), true],
  ] as const) {
    expect(await decode([event(change)])).toMatchObject({ events: [{ hasTooManyKeys }] });
  }
});

test('an event nested deeper than the stack is decoded', async () => {
  const deep = JSON.parse('['.repeat(4_000) + ']'.repeat(4_000));
  for (const change of [
    { distinct_id: deep },
    { uuid: deep },
    { timestamp: deep },
    { properties: { deep } },
  ]) {
    expect(await decode([event(change)])).toBeTypeOf('object');
  }
});
