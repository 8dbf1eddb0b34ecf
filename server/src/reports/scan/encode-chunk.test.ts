import { expect, test } from 'vitest';
import { ChunkReader } from './chunk-reader.ts';
import { encodeChunk, makeChunk } from './encode-chunk.ts';
import { PART_EVENTS, type ScannedRow } from './event-rows.sql.ts';
import { createKnownPeople } from './known-people.ts';

const uuid = (number: number) => `0195a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const always = { from: null, to: null };

const row = (person: string, at: number, properties: object = {}): ScannedRow => ({
  ...{ person, at, name: 'a b', properties: JSON.stringify(properties), context: '[null]' },
});

function encode(rows: readonly ScannedRow[]) {
  const encoded = encodeChunk(rows);
  if (!encoded) throw new Error('there are no rows');
  return encoded;
}

test('more than 256 kinds, and ids that are no UUIDs', () => {
  const rows = Array.from({ length: 1_000 }, (_, number) => row(`p${number}`, 0, { number }));
  const mixed = [...rows, row(uuid(7), 1, { number: 1_000 })];
  const encoded = encode(mixed);
  const chunk = new ChunkReader(always, createKnownPeople()).read(encoded.bytes, encoded);
  expect(chunk?.people).toEqual(Int32Array.from(mixed.keys()));
  const kindOf = (person: number) => chunk?.kindTable[chunk.kinds[person] ?? 0];
  expect([...mixed.keys()].map((person) => kindOf(person)?.properties)).toEqual(
    mixed.map((_, number) => ({ number })),
  );
});

test('many people keep their numbers while the table of numbers grows', () => {
  const reader = new ChunkReader(always, createKnownPeople());
  const read = (from: number) => {
    const people = Array.from({ length: 10_000 }, (_, index) => row(uuid(from + index), 1));
    const encoded = encode(people);
    return [...(reader.read(encoded.bytes, encoded)?.people ?? [])];
  };
  const first = [0, 10_000, 20_000].flatMap(read);
  expect(first).toEqual(Array.from({ length: 30_000 }, (_, index) => index));
  expect([0, 10_000, 20_000].flatMap(read)).toEqual(first);
});

test('a second scan gives people the same numbers and counts only those of its own, until a part is gone', () => {
  const known = createKnownPeople();
  const [jane, john, ada] = [uuid(1), uuid(2), uuid(3)];
  const copyFor = (...ids: string[]) => encode(ids.map((id) => row(id, 1)));
  const scan = (parts: Record<number, ReturnType<typeof encode>>) => {
    known.begin(new Map(Object.entries(parts).map(([part, copy]) => [Number(part), copy])));
    const reader = new ChunkReader(always, known);
    const numbers = Object.entries(parts).map(([part, copy]) => [
      ...(reader.read(copy.bytes, copy, Number(part))?.people ?? []),
    ]);
    return [...numbers, reader.people()];
  };
  const both = { 0: copyFor(jane, john), 1: copyFor(ada, jane) };
  for (const _ of ['first', 'second']) expect(scan(both)).toEqual([[0, 1], [2, 0], 3]);
  // The same parts after an erasure, and twice with as many other people.
  expect(scan({ 0: copyFor(john), 1: copyFor(ada) })).toEqual([[1], [2], 2]);
  expect(scan({ 0: copyFor(ada), 1: copyFor(john) })).toEqual([[0], [1], 2]);
  expect(scan({ 0: copyFor(john), 1: copyFor(ada) })).toEqual([[1], [0], 2]);
  expect(scan({ 0: copyFor(jane, john) })).toEqual([[0, 1], 2]);
  // Without one of the parts everybody is forgotten.
  expect(scan({ 5: copyFor(ada) })).toEqual([[0], 1]);
});

test('bytes of another format, or that are cut off, are not read', () => {
  const { bytes, ...times } = encode([row(uuid(1), 1)]);
  const other = bytes.slice();
  other[0] = (other[0] ?? 0) + 1;
  const withTexts = bytes.slice();
  new DataView(withTexts.buffer).setUint32(16, 0b100, true);
  const reader = new ChunkReader(always, createKnownPeople());
  for (const unreadable of [bytes.slice(0, -1), new Uint8Array(3), other, withTexts]) {
    expect(reader.read(unreadable, times)).toBeNull();
  }
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
