import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listEvents } from './event-list.ts';

const MB = 2 ** 20;

/** Lists the events of a text and parses each; `refused` when the text or an event is not JSON. */
function split(text: string) {
  const found = listEvents(Buffer.from(text.trim()));
  if (!found.ok) return found.why === 'too_large' ? found.why : 'refused';
  const { envelope, length, at } = found.list;
  const events: unknown[] = [];
  for (let index = 0; index < length; index++) {
    const parsed = at(index);
    if (!parsed.ok) return parsed.why === 'too_large' ? parsed.why : 'refused';
    events.push(parsed.json);
  }
  return { envelope, events };
}

/** The same by parsing the text as a whole. */
function parse(text: string) {
  try {
    const json = JSON.parse(text);
    if (Array.isArray(json)) return { envelope: null, events: json };
    const { batch } = json;
    return Array.isArray(batch)
      ? { envelope: { ...json, batch: [] }, events: batch }
      : { envelope: null, events: [json] }; // which is no event, since it has no name
  } catch {
    return 'refused';
  }
}

// What random JSON hardly ever has.
test.each([
  '{"batch": [{"event": "a,]}"}, {"event": "\\"\\\\"}], "token": "x"}',
  '{"token": [1, 2], "batch" : [1] , "sent_at": null}',
  '{"batch": [1], "batch": [2, 3]}',
  '{"batch": [1], "batch": 5}',
  '{"batch": [1], "b\\u0061tch": {}}',
  '{"event": "a", "properties": {"batch": [1]}, "$list": [1, 2]}',
  '{"__proto__": {"batch": [1]}}',
  '{,"batch": [1]}',
  '{"batch": tru, "batch": [1]}',
  '[1] []',
  ' [ ] ',
])('%s is split into what it parses to', (text) => {
  expect(split(text)).toEqual(parse(text));
});

const jsonText = fc.oneof(
  fc.array(fc.jsonValue()).map((all) => JSON.stringify(all)),
  fc.dictionary(fc.string(), fc.jsonValue()).map((one) => JSON.stringify(one)),
  fc
    .record({ token: fc.string(), batch: fc.array(fc.jsonValue()), sent_at: fc.jsonValue() })
    .map((one) => JSON.stringify(one, null, 1)),
);
const damage = fc.record({ at: fc.nat(), sign: fc.constantFrom(...'[]{},:"\\ a1', '') });

test('any JSON, whole or damaged, splits into what it parses to, or is refused where parsing refuses it', () => {
  fc.assert(
    fc.property(jsonText, fc.option(damage), (whole, damaged) => {
      const at = damaged ? damaged.at % whole.length : 0;
      const text = damaged ? whole.slice(0, at) + damaged.sign + whole.slice(at + 1) : whole;
      fc.pre(/^\s*[[{]/.test(text));
      expect(split(text)).toEqual(parse(text));
    }),
    { numRuns: 2_000 },
  );
});

const event = { event: 'scroll', properties: { percent_scrolled: 25 } };

test('20,000 events are found, and one more is too many', () => {
  const many = (count: number) => JSON.stringify({ api_key: 'x', batch: Array(count).fill(event) });
  expect(split(many(20_000))).toMatchObject({ events: { length: 20_000 } });
  expect(split(many(20_001))).toBe('too_large');
});

test.each<[string, number, (size: number) => string]>([
  ['an event', 2, (size) => JSON.stringify([event, 'x'.repeat(size)])],
  ['an event that is the whole body', 8, (size) => JSON.stringify({ x: 'x'.repeat(size) })],
  ['what is around a batch', 19, (size) => JSON.stringify({ batch: [1], x: 'x'.repeat(size) })],
])('%s has at most a megabyte', (_, otherBytes, body) => {
  expect(split(body(MB - otherBytes))).toMatchObject({ events: expect.any(Array) });
  expect(split(body(MB - otherBytes + 1))).toBe('too_large');
});

test('an event has at most 10,000 values, counted by commas and opening brackets outside texts', () => {
  const nested = (count: number, start: string, end: string) =>
    `[${start.repeat(count)}1${end.repeat(count)}]`;
  for (const [count, text] of [
    [9_998, (size: number) => JSON.stringify([{ list: Array(size).fill(1) }])],
    [9_999, (size: number) => nested(size, '[', ']')],
    [9_999, (size: number) => nested(size, '{"a":', '}')],
  ] as const) {
    expect(split(text(count))).toMatchObject({ events: { length: 1 } });
    expect(split(text(count + 1))).toBe('too_large');
  }
  for (const text of [`"${',"[{\\'.repeat(10_000)}"`, `${' '.repeat(30_000)}1`])
    expect(split(`[${text}]`)).toEqual(parse(`[${text}]`));
});

test('bytes that are not UTF-8 are refused, in an event and around a batch', () => {
  const bad = (text: string) => Buffer.from(text.replace('#', '\xff'), 'latin1');
  for (const json of ['["#"]', '{"x":"#"}', '{"batch":["#"]}', '{"batch":[1],"x":"#"}']) {
    expect(listEvents(bad(json))).toEqual({ ok: false, why: 'not_json' });
  }
});

test('arrays beside the events are not counted without end', () => {
  const beside = (count: number) => JSON.stringify({ ...Array(count).fill([]), batch: [event] });
  expect(split(beside(99))).toMatchObject({ events: [event] });
  expect(split(beside(100))).toBe('too_large');
  const many = Array(101).fill([]);
  for (const json of [many, { batch: [many] }, { ...Array(101).fill({}), batch: [event] }])
    expect(split(JSON.stringify(json))).toMatchObject({ events: expect.any(Array) });
});
