import { expect, test } from 'vitest';
import type { EventChunk } from '../../store/store.ts';
import { EventsByPerson } from './events-by-person.ts';
import { MAX_PERSON } from './person-partitions.ts';

/** A chunk with one event of one person. */
const chunkOf = (person: number): EventChunk => ({
  people: Int32Array.of(person),
  starts: Uint32Array.of(0, 1),
  base: 0,
  offsets: Uint32Array.of(person % 1000),
  kinds: Uint8Array.of(0),
  kindTable: [{ name: 'a', properties: {} }],
  contexts: () => new Uint16Array(1),
  contextTable: () => [],
});

const wanted = { conditions: 1, withOthers: false, hasBreakdown: false, maxEvents: 100 };

test('a person with too large a number has no room, so that several scans each take a share', () => {
  const add = (person: number, parts = 1, index = 0) =>
    new EventsByPerson({ parts, index }, wanted).add(chunkOf(person), Int32Array.of(1), null);
  expect([add(0), add(MAX_PERSON), add(MAX_PERSON + 1)]).toEqual([true, true, false]);
  expect(add(MAX_PERSON + 1, 2, 0)).toBe(true);
  expect(add(2 * MAX_PERSON + 3, 2, 1)).toBe(false);
});
