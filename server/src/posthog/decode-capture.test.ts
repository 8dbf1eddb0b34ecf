import { expect, test } from 'vitest';
import { type Arrival, decodeCapture } from './decode-capture.ts';

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

function decode(json: unknown, arrival: Partial<Arrival> = {}) {
  const decoded = decodeCapture(json, { sentAt: null, now: NOW, ...arrival });
  return decoded.ok ? { token: decoded.token, events: [...decoded.events] } : decoded;
}

const DECODED = { uuid: null, event: 'scroll', distinctId: ID, properties: {}, occurredAt: NOW };

test.each<[string, unknown]>([
  ['one event', event()],
  ['an array', [event()]],
  ['a batch', { api_key: TOKEN, batch: [event({ token: undefined })] }],
  [
    'a batch with its token by another name',
    { token: TOKEN, batch: [event({ token: undefined })] },
  ],
  ['a batch with more', { api_key: TOKEN, batch: [event()], historical_migration: true, x: 1 }],
])('%s is decoded', (_, json) => {
  expect(decode(json)).toEqual({ token: TOKEN, events: [DECODED] });
});

test.each<[string, object]>([
  ['token', { token: TOKEN }],
  ['$token', { $token: TOKEN }],
  ['api_key', { api_key: TOKEN }],
  ['properties.token', { properties: { token: TOKEN } }],
  ['blanks around it', { token: `\t${TOKEN}\n` }],
])('a token as %s', (_, change) => {
  expect(decode([{ event: 'scroll', distinct_id: ID, ...change }])).toMatchObject({ token: TOKEN });
});

test.each<[string, unknown]>([
  ['none', [event({ token: undefined })]],
  ['an empty one', [event({ token: '' })]],
  ['a blank one', { api_key: '  ', batch: [event()] }],
  ['a personal key', [event({ token: 'phx_secret' })]],
  ['65 characters', [event({ token: 'x'.repeat(65) })]],
  ['one that is not ASCII', [event({ token: 'phc_tëst' })]],
  ['two of them', [event(), event({ token: 'phc_other' })]],
])('a token that is %s answers 401', (_, json) => {
  const refused = decode(json);
  expect(refused).toMatchObject({
    ok: false,
    status: 401,
    message: expect.stringMatching(/expected/),
  });
  expect(JSON.stringify(refused)).not.toContain('secret');
});

test('the token of the batch, and that of the request, go before those of the events', () => {
  const mixed = [event({ token: 'a' }), event({ token: 'b' })];
  expect(decode({ api_key: TOKEN, batch: mixed })).toMatchObject({ token: TOKEN });
  expect(decode({ batch: mixed }, { bearer: TOKEN })).toMatchObject({ token: TOKEN });
});

test.each<[string, unknown, string | null]>([
  ['none', undefined, null],
  ['null', null, null],
  ['an empty one', '', null],
  ['upper case', UUID.toUpperCase(), UUID],
  ['without hyphens', UUID.replaceAll('-', ''), UUID],
])('a uuid that is %s', (_, uuid, expected) => {
  expect(decode([event({ uuid })])).toMatchObject({ events: [{ uuid: expected }] });
});

test.each<[string, object, string]>([
  ['at top level', { distinct_id: 'a', properties: { distinct_id: 'b' } }, 'a'],
  ['by its other name', { distinct_id: undefined, $distinct_id: 'a' }, 'a'],
  ['in the properties', { distinct_id: null, properties: { distinct_id: 'b' } }, 'b'],
  ['a number', { distinct_id: 23.4 }, '23.4'],
  ['a boolean', { distinct_id: false }, 'false'],
  ['with blanks around it', { distinct_id: ' a ' }, ' a '],
  ['of 201 characters', { distinct_id: '𝄞'.repeat(201) }, '𝄞'.repeat(200)],
])('a distinct_id %s', (_, change, expected) => {
  expect(decode([event(change)])).toMatchObject({ events: [{ distinctId: expected }] });
});

test.each<[string, unknown]>([
  ['an invalid uuid', [event(), event({ uuid: 'secret' })]],
  ['a uuid that is a number', [event({ uuid: 7 })]],
  ['no distinct_id', [event(), event({ distinct_id: undefined })]],
  ['an empty distinct_id', [event({ distinct_id: '' })]],
  ['a blank distinct_id', [event({ distinct_id: ' \n' })]],
  ['no name', [event({ event: undefined })]],
  ['properties that are an array', [event({ properties: [] })]],
  ['a time that is a number', [event({ timestamp: 7 })]],
  ['an event that is none', [event(), null]],
  ['an empty batch', { api_key: TOKEN, batch: [] }],
  ['an empty array', []],
  ['a batch that is none', { api_key: TOKEN, batch: 'secret' }],
  ['a number', 7],
])('%s answers 400 for the whole request', (_, json) => {
  const refused = decode(json);
  expect(refused).toMatchObject({
    ok: false,
    status: 400,
    message: expect.stringMatching(/expected/),
  });
  expect(JSON.stringify(refused)).not.toContain('secret');
});

test('the time is corrected by sent_at of the body, else by that of the request', () => {
  const timestamp = new Date(NOW - 5).toISOString();
  const occurredAt = (json: unknown, arrival?: Partial<Arrival>) => {
    const decoded = decode(json, arrival);
    return 'events' in decoded && decoded.events[0]?.occurredAt;
  };
  const sent_at = new Date(NOW - 3000).toISOString();
  const batch = [event({ timestamp })];
  expect(occurredAt({ batch, sent_at })).toBe(NOW - 5 + 3000);
  expect(occurredAt({ batch, sent_at }, { sentAt: NOW - 1000 })).toBe(NOW - 5 + 3000);
  expect(occurredAt(batch, { sentAt: NOW - 1000 })).toBe(NOW - 5 + 1000);
  expect(occurredAt({ batch, sent_at: 'yesterday' }, { sentAt: NOW - 1000 })).toBe(NOW - 5 + 1000);
  const right = [
    { properties: { $ignore_sent_at: true } },
    { options: { disable_skew_correction: true } },
  ];
  for (const change of right) {
    expect(occurredAt({ batch: [event({ timestamp, ...change })], sent_at })).toBe(NOW - 5);
  }
});

test('there are at most 100,000 events in a request, and as many faults are told as one', () => {
  expect(decode(Array(100_000).fill(0))).toMatchObject({ status: 400 });
  expect(decode(Array(100_001).fill(event()))).toMatchObject({ status: 413 });
});

test('what is nested deeper than the stack is decoded', () => {
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  for (const change of [
    { distinct_id: deep },
    { uuid: deep },
    { timestamp: deep },
    { properties: { deep } },
  ]) {
    expect(decode([event(change)])).toBeTypeOf('object');
  }
});
