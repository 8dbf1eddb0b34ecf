import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unwrapPayload } from './unwrap-payload.ts';

// In base64 it has a "+", a "/" and a "=".
const BODY = [{ event: 'scroll', text: '~~~>>>???ÿþ' }];
const json = JSON.stringify(BODY);
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
const form = (data: string) => `ip=1&data=${encodeURIComponent(data)}&ver=1.2`;

test('the text has what base64 and forms make difficult', () => {
  expect(base64(json)).toMatch(/\+.*\/.*=$/);
});

test.each<[string, string | Uint8Array]>([
  ['JSON', json],
  ['JSON with blanks around it', `\n ${json} \n`],
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
])('%s is unwrapped', async (_, payload) => {
  expect(await unwrapPayload(Buffer.from(payload), 1000)).toEqual({ ok: true, json: BODY });
});

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'empty'],
  ['an empty form', 'data=', 'empty'],
  ['text', 'hello, world', 'not_json'],
  ['half of a JSON text', json.slice(0, -3), 'not_json'],
  ['bytes that are not UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'not_json'],
  ['half of a gzip file', gzipSync(json).subarray(0, 20), 'not_json'],
  ['more than the limit', `[${' '.repeat(999)}]`, 'too_large'],
  ['more than the limit, unpacked', gzipSync(`[${' '.repeat(999)}]`), 'too_large'],
  ['layers without end', [...'123456'].reduce((inner) => base64(inner), json), 'not_json'],
])('%s is refused', async (_, payload, why) => {
  expect(await unwrapPayload(Buffer.from(payload), 1000)).toEqual({ ok: false, why });
});

test('what is small on the wire and large in memory is too large', async () => {
  const many = (count: number) => Buffer.from(`[${Array(count).fill('{}')}]`);
  expect(await unwrapPayload(many(500_000), 2 ** 24)).toMatchObject({ ok: true });
  for (const payload of [many(500_001), gzipSync(many(500_001)), Buffer.alloc(1_000_001, '[')]) {
    expect(await unwrapPayload(payload, 2 ** 24)).toEqual({ ok: false, why: 'too_large' });
  }
});
