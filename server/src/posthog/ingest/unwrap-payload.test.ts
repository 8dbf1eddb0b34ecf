import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createWork } from '../../testing/hostile/work.ts';
import { unwrapPayload } from './unwrap-payload.ts';

// Its base64 contains a "+", a "/" and a "=".
const BODY = [{ event: 'scroll', text: '~~~>>>???ÿþ' }];
const json = JSON.stringify(BODY);
const unwrap = (payload: string | Uint8Array, maxBytes = 1000) =>
  unwrapPayload(Buffer.from(payload), maxBytes, createWork());
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
const form = (data: string) => `ip=1&data=${encodeURIComponent(data)}&ver=1.2`;

test.each<[string, string | Uint8Array]>([
  ['JSON', json],
  ['JSON with blanks around it', `\n\t ${json} \t\r\n`],
  ['JSON after a byte order mark', `\uFEFF${json}`],
  ['gzip', gzipSync(json)],
  ['gzip twice: a proxy compressed again', gzipSync(gzipSync(json))],
  ['base64', base64(json)],
  ['base64 without padding', base64(json).replaceAll('=', '')],
  ['base64 for addresses', Buffer.from(json).toString('base64url')],
  ['base64 of gzip', base64(gzipSync(json))],
  ['gzip of base64', gzipSync(base64(json))],
  ['a form with JSON', form(json)],
  ['a form with base64', form(base64(json))],
  ['a form with base64 that nobody escaped: "+" is a blank', `data=${base64(json)}`],
  ['a form with base64 of gzip', form(base64(gzipSync(json)))],
  ['the same, compressed again by a proxy', gzipSync(form(base64(gzipSync(json))))],
])('%s is unwrapped', async (_, payload) => {
  const unwrapped = await unwrap(payload);
  expect(unwrapped.ok && unwrapped.json.toString()).toBe(json);
});

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'empty'],
  ['an empty form', 'data=', 'empty'],
  ['text', 'hello, world', 'not_json'],
  ['half of a gzip file', gzipSync(json).subarray(0, 20), 'not_json'],
  ['more than the limit', `[${' '.repeat(999)}]`, 'too_large'],
  ['more than the limit, unpacked', gzipSync(`[${' '.repeat(999)}]`), 'too_large'],
  ['one layer more than that', gzipSync(gzipSync(form(base64(gzipSync(json))))), 'not_json'],
  ['layers without end', [...'123456'].reduce((inner) => base64(inner), json), 'not_json'],
])('%s is refused', async (_, payload, why) => {
  expect(await unwrap(payload)).toEqual({ ok: false, why });
});

test('a body as large as the limit is taken', async () => {
  expect(await unwrap(json, Buffer.byteLength(json))).toMatchObject({ ok: true });
});

test.each([
  ['%7B%7d', '{}'],
  ['{"a":"%30%39%41%46%61%66"}', '{"a":"09AFaf"}'],
  ['{"a":"100%"}', '{"a":"100%"}'],
  ['{"a":"%4 %4g %g4 %/0 %:0 %@0 %`0 %0"}', '{"a":"%4 %4g %g4 %/0 %:0 %@0 %`0 %0"}'],
])('in a form, "%%" and two hexadecimal digits are a byte: %s', async (encoded, decoded) => {
  const unwrapped = await unwrap(`data=${encoded}`);
  expect(unwrapped.ok && unwrapped.json.toString()).toBe(decoded);
});

test('layers of a megabyte are decoded to the same bytes', async () => {
  const large = JSON.stringify(Array(20_000).fill(BODY[0]));
  for (const payload of [gzipSync(large), base64(large), form(base64(large)), form(large)]) {
    const unwrapped = await unwrap(payload, 2 ** 25);
    expect(unwrapped.ok && unwrapped.json.equals(Buffer.from(large))).toBe(true);
  }
  expect(await unwrap(`${base64(large)}!`, 2 ** 25)).toEqual({ ok: false, why: 'not_json' });
  expect(await unwrap(`=${base64(large)}`, 2 ** 25)).toMatchObject({ ok: false });
});
