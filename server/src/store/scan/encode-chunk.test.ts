import { expect, test } from 'vitest';
import { PART_EVENTS } from '../rules/event-parts.ts';
import { ChunkReader } from './chunk-reader.ts';
import { encodeChunk, makeChunk } from './encode-chunk.ts';
import type { EventRow } from './event-rows.ts';
import { createKnownPeople } from './known-people.ts';

const uuid = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const always = { from: null, to: null };
const CONTEXT = ['/', null, 'news', null, 'a\u2028"b', null, null, 'small'];

const row = (person: string, at: number, properties: object = {}, name = 'a b'): EventRow => ({
  person,
  at,
  name,
  properties: JSON.stringify(properties),
  context: JSON.stringify(CONTEXT),
});

function roundTrip(
  rows: readonly EventRow[],
  range: { from: number | null; to: number | null } = always,
) {
  const encoded = encodeChunk(rows);
  if (!encoded) throw new Error('there are no rows');
  const chunk = new ChunkReader(range, createKnownPeople()).read(encoded.bytes, encoded);
  if (!chunk) throw new Error('the format is unknown');
  const { people, starts, base, offsets, kinds, kindTable } = chunk;
  return [...people].flatMap((person, place) =>
    [...offsets.subarray(starts[place], starts[place + 1])].map((offset, index) => {
      const kind = kindTable[kinds[(starts[place] ?? 0) + index] ?? 0];
      return [person, base + offset, kind?.name, kind?.properties];
    }),
  );
}

test('what is encoded is read again, by person and by time', () => {
  const rows = [
    row(uuid(1), 5, { x: 1 }),
    row(uuid(2), 3),
    row(uuid(1), 4, { y: 'ü' }, '7 up'),
    row(uuid(1), 4, {}, ''),
  ];
  expect(roundTrip(rows)).toEqual([
    [0, 4, '7 up', { y: 'ü' }],
    [0, 4, '', {}],
    [0, 5, 'a b', { x: 1 }],
    [1, 3, 'a b', {}],
  ]);
  expect(roundTrip(rows, { from: 4, to: 4 })).toHaveLength(2);
});

test('the context is that of each event', () => {
  const encoded = encodeChunk([row(uuid(1), 1), { ...row(uuid(1), 2), context: '[null,null]' }]);
  const chunk =
    encoded && new ChunkReader(always, createKnownPeople()).read(encoded.bytes, encoded);
  const contexts = [...(chunk?.contexts() ?? [])].map((place) => chunk?.contextTable()[place]);
  expect(contexts).toMatchObject([
    { path: '/', utmSource: 'news', utmMedium: null, utmCampaign: 'a\u2028"b', viewport: 'small' },
    { path: null, viewport: null },
  ]);
});

test.each([
  ['times that are years apart, also before 1970', [-1e12, 0, 1.8e12]],
  ['times within an hour', [1.8e12, 1.8e12 + 1, 1.8e12 + 3_600_000]],
])('%s', (_, times) => {
  expect(roundTrip(times.map((at) => row(uuid(1), at))).map(([, at]) => at)).toEqual(times);
});

test('more than 256 kinds, and ids that are no UUIDs', () => {
  const rows = Array.from({ length: 1_000 }, (_, number) => row(`p${number}`, 0, { number }));
  const mixed = [...rows, row(uuid(7), 1, { number: 1_000 })];
  expect(roundTrip(mixed).map(([person, , , properties]) => [person, properties])).toEqual(
    mixed.map((_, number) => [number, { number }]),
  );
});

test('a person has the same number whether the other ids of a chunk are UUIDs or not', () => {
  const reader = new ChunkReader(always, createKnownPeople());
  const numbers = [
    [uuid(1), uuid(2)],
    ['jane', uuid(2)],
    [uuid(3), 'jane', uuid(1)],
  ].map((ids) => {
    const encoded = encodeChunk(ids.map((id) => row(id, 1)));
    return [...((encoded && reader.read(encoded.bytes, encoded))?.people ?? [])];
  });
  expect(numbers).toEqual([
    [0, 1],
    [2, 1],
    [3, 2, 0],
  ]);
});

test('many people keep their numbers while the table of numbers grows', () => {
  const reader = new ChunkReader(always, createKnownPeople());
  const read = (from: number) => {
    const rows = Array.from({ length: 10_000 }, (_, index) => row(uuid(from + index), 1));
    const encoded = encodeChunk(rows);
    return [...((encoded && reader.read(encoded.bytes, encoded))?.people ?? [])];
  };
  const first = [0, 10_000, 20_000].flatMap(read);
  expect(first).toEqual(Array.from({ length: 30_000 }, (_, index) => index));
  expect([0, 10_000, 20_000].flatMap(read)).toEqual(first);
});

test('a second scan gives people the same numbers and counts only those of its own', () => {
  const known = createKnownPeople();
  const copyFor = (...ids: string[]) => encodeChunk(ids.map((id) => row(id, 1)));
  const scan = (parts: Record<number, ReturnType<typeof encodeChunk>>) => {
    known.begin(new Map(Object.entries(parts).map(([part, copy]) => [Number(part), copy])));
    const reader = new ChunkReader(always, known);
    const numbers = Object.entries(parts).map(([part, copy]) => [
      ...((copy && reader.read(copy.bytes, copy, Number(part)))?.people ?? []),
    ]);
    return [numbers, reader.people()];
  };
  const [jane, john, ada] = [uuid(1), uuid(2), uuid(3)];
  const both = { 0: copyFor(jane, john), 1: copyFor(ada, jane) };
  expect(scan(both)).toEqual([
    [
      [0, 1],
      [2, 0],
    ],
    3,
  ]);
  expect(scan(both)).toEqual([
    [
      [0, 1],
      [2, 0],
    ],
    3,
  ]);
  // The same parts after an erasure, and twice with as many other people.
  expect(scan({ 0: copyFor(john), 1: copyFor(ada) })).toEqual([[[1], [2]], 2]);
  expect(scan({ 0: copyFor(ada), 1: copyFor(john) })).toEqual([[[0], [1]], 2]);
  expect(scan({ 0: copyFor(john), 1: copyFor(ada) })).toEqual([[[1], [0]], 2]);
  expect(scan({ 0: copyFor(jane, john) })).toEqual([[[0, 1]], 2]);
  // Without one of the parts everybody is forgotten.
  expect(scan({ 5: copyFor(ada) })).toEqual([[[0]], 1]);
});

test('bytes of another format, or that are cut off, are not read', () => {
  const encoded = encodeChunk([row(uuid(1), 1)]);
  const { bytes, ...times } = encoded ?? { bytes: new Uint8Array(), firstAt: 0, lastAt: 0 };
  const reader = new ChunkReader(always, createKnownPeople());
  expect(reader.read(bytes.slice(0, -1), times)).toBeNull();
  expect(reader.read(new Uint8Array(3), times)).toBeNull();
  const other = bytes.slice();
  other[0] = (other[0] ?? 0) + 1;
  expect(reader.read(other, times)).toBeNull();
  // A driver may return a view that begins anywhere.
  const larger = new Uint8Array(bytes.length + 3);
  larger.set(bytes, 3);
  expect(reader.read(Buffer.from(larger.buffer, 3), times)?.people).toHaveLength(1);
});

test('a part whose events all differ has a copy, unless they are so long that the budget counts each as several', () => {
  const rows = (length: number) =>
    Array.from({ length: PART_EVENTS }, (_, index) =>
      row(uuid(1), index, { text: `${index}`.padEnd(length, 'x') }),
    );
  expect(makeChunk(4, rows(450))).toMatchObject({ events: PART_EVENTS, bytes: expect.anything() });
  expect(makeChunk(4, rows(600))).toMatchObject({ part: 4, events: PART_EVENTS, bytes: null });
  expect(makeChunk(4, [])).toBeNull();
});
