import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from '../../turns.ts';
import { splitEvents } from './split-events.ts';

const MB = 2 ** 20;

/** Splits a text and parses each event; `refused` when the text or an event is not JSON. */
async function split(text: string) {
  const found = await splitEvents(Buffer.from(text.trim()), createTurns().begin());
  if (!found.ok) return found.why === 'too_large' ? found.why : 'refused';
  const { envelope, events } = found.request;
  try {
    const all = Array.from({ length: events.length }, (_, index) => events.at(index));
    return { envelope, events: all };
  } catch {
    return 'refused';
  }
}

/** The same by parsing the text as a whole. */
function parse(text: string) {
  try {
    const json = JSON.parse(text);
    if (Array.isArray(json)) return { envelope: null, events: json };
    if (!Object.hasOwn(json, 'batch')) return { envelope: null, events: [json] };
    const { batch } = json;
    return Array.isArray(batch) ? { envelope: { ...json, batch: [] }, events: batch } : 'refused';
  } catch {
    return 'refused';
  }
}

test.each([
  '[]',
  ' [ ] ',
  '{}',
  '[1, [2, 3], {"a": [4, 5]}]',
  '{"batch": [{"event": "a,]}"}, {"event": "\\"\\\\"}], "token": "x"}',
  '{"token": [1, 2], "b\\u0061tch" : [1] , "sent_at": null}',
  '{"batch": [1], "batch": [2, 3]}',
  '{"batch": 5}',
  '{"batch": {"a": [1]}}',
  '{"batch":[]}',
  '{"event": "a", "properties": {"batch": [1]}, "$list": [1, 2]}',
  '{"__proto__": {"batch": [1]}}',
  '[1,]',
  '[,1]',
  '{"batch": [1],}',
  '{,"batch": [1]}',
  '{"batch": [1}}',
  '{"batch": tru, "batch": [1]}',
  '{"batch" [1]}',
  '{"batch": [1] 2}',
  '{"a": tru, "batch": [1]}',
  '[1] []',
  '[1}',
  '{"a": 1]',
  '["]',
  '[[]',
  '[]]',
])('%s is split into what it parses to', async (text) => {
  expect(await split(text)).toEqual(parse(text));
});

const jsonText = fc.oneof(
  fc.array(fc.jsonValue()).map((all) => JSON.stringify(all)),
  fc.dictionary(fc.string(), fc.jsonValue()).map((one) => JSON.stringify(one)),
  fc
    .record({ token: fc.string(), batch: fc.array(fc.jsonValue()), sent_at: fc.jsonValue() })
    .map((one) => JSON.stringify(one, null, 1)),
);
const damage = fc.record({ at: fc.nat(), sign: fc.constantFrom(...'[]{},:"\\ a1', '') });

test('any JSON, whole or damaged, splits into what it parses to, or is refused where parsing refuses it', async () => {
  await fc.assert(
    fc.asyncProperty(jsonText, fc.option(damage), async (whole, damaged) => {
      const at = damaged ? damaged.at % whole.length : 0;
      const text = damaged ? whole.slice(0, at) + damaged.sign + whole.slice(at + 1) : whole;
      fc.pre(/^\s*[[{]/.test(text));
      expect(await split(text)).toEqual(parse(text));
    }),
    { numRuns: 2_000 },
  );
});

const event = { event: 'scroll', properties: { percent_scrolled: 25 } };

test('20,000 events are found in slices, and one more is too many', async () => {
  const many = (count: number) => JSON.stringify({ api_key: 'x', batch: Array(count).fill(event) });
  expect(await split(many(20_000))).toMatchObject({ events: { length: 20_000 } });
  expect(await split(many(20_001))).toBe('too_large');
});

test.each<[string, (size: number) => string]>([
  ['an event', (size) => JSON.stringify([event, 'x'.repeat(size)])],
  ['an event that is the whole body', (size) => JSON.stringify({ x: 'x'.repeat(size) })],
  ['what stands around a batch', (size) => JSON.stringify({ batch: [event], x: 'x'.repeat(size) })],
])('%s has at most a megabyte', async (_, body) => {
  expect(await split(body(MB - 100))).toMatchObject({ events: expect.any(Array) });
  expect(await split(body(MB + 1))).toBe('too_large');
});

test('an event has at most 10,000 values', async () => {
  const values = (count: number) => JSON.stringify([{ list: Array(count).fill(1) }]);
  expect(await split(values(9_990))).toMatchObject({ events: expect.any(Array) });
  expect(await split(values(10_001))).toBe('too_large');
});

test('bytes that are not UTF-8 are refused, in an event and around a batch', async () => {
  const bad = (text: string) => Buffer.from(text.replace('#', '\xff'), 'latin1');
  for (const json of ['["#"]', '{"x":"#"}', '{"batch":["#"]}', '{"batch":[1],"x":"#"}']) {
    const found = await splitEvents(bad(json), createTurns().begin());
    if (found.ok) expect(() => found.request.events.at(0)).toThrow(SyntaxError);
    else expect(found.why).toBe('not_json');
  }
});

/** Returns CPU milliseconds, the lowest of a few runs. */
async function cpuOf(work: () => Promise<unknown>) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

test('keys that are not valid JSON take no longer than others', async () => {
  const keys = (key: string) => `{${`"${key}":1,`.repeat(19_000)}"batch":[]}`;
  const good = await cpuOf(() => split(keys('aq')));
  expect(await cpuOf(() => split(keys('\\q')))).toBeLessThan(5 * good);
});

test('the fields around a batch are not copied when they are too large', async () => {
  const body = Buffer.from(JSON.stringify({ x: 'x'.repeat(10 * MB), batch: [event] }));
  const before = process.memoryUsage().arrayBuffers;
  expect(await splitEvents(body, createTurns().begin())).toMatchObject({ why: 'too_large' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MB);
});
