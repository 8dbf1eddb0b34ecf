import { expect, test } from 'vitest';
import type { EventChunk, StoredContext } from '../store/store.ts';
import { did, MARCH, recordAll } from '../store/testing/store-contract-events.ts';
import { type ChunkEvent, makeEventChunk, readChunks } from '../testing/data/event-chunks.ts';
import { openStoreAndReader, type Read } from '../testing/open-reader.ts';
import { EVENT_FIELDS } from './event-field.ts';
import type { EventLimits, Journey } from './events-by-person.ts';
import { type JourneyQuery, visitJourneys } from './journeys.ts';
import type { EventCondition } from './match-event.ts';

const open = openStoreAndReader;

/** Each journey as a list of times (after March 1st) and bits, with its first breakdown value, sorted by time. */
async function journeys(read: Read, query: Partial<JourneyQuery>, limits?: EventLimits) {
  const seen: { events: [number, number][]; firstBreakdownValue: string | null }[] = [];
  const all = {
    conditions: [],
    strictSteps: 0,
    from: null,
    to: null,
    breakdown: null,
    ...query,
  };
  const visit = ({ start, end, times, matchedSteps, firstBreakdownValue }: Journey) => {
    const events = Array.from({ length: end - start }, (_, place): [number, number] => [
      (times[start + place] ?? 0) - MARCH,
      matchedSteps[start + place] ?? 0,
    ]);
    seen.push({ events, firstBreakdownValue });
  };
  await read((reader) => visitJourneys(reader, all, { visit }, limits));
  return seen.toSorted((a, b) => String(a.events).localeCompare(String(b.events)));
}

const named = (event: string | null, properties: EventCondition['properties'] = {}) => ({
  event,
  properties,
});

test('a journey holds the matching events of one person by time', async () => {
  const { store, read } = await open();
  await recordAll(store, [
    did('jane', 'b', 3),
    did('john', 'a', 4),
    did('jane', 'x', 2),
    did('jane', 'a', 1),
    did('jack', 'x', 1),
  ]);
  const conditions = [named('a'), named('b')];
  expect((await journeys(read, { conditions })).map(({ events }) => events)).toEqual([
    [
      [1, 1],
      [3, 2],
    ],
    [[4, 1]],
  ]);
});

test('of a strict funnel it also holds what ends an attempt', async () => {
  const { store, read } = await open();
  const names = ['x', 'a', 'x', 'b', 'x', 'a', 'b', 'x'];
  await recordAll(
    store,
    names.map((name, at) => did('jane', name, at)),
  );
  const [jane] = await journeys(read, { conditions: [named('a'), named('b')], strictSteps: 2 });
  expect(jane?.events).toEqual([
    [1, 1],
    [2, 0],
    [5, 1],
    [6, 2],
    [7, 0],
  ]);
});

test('events of the same instant keep the order of arrival, also around late ones', async () => {
  const { store, read } = await open();
  const names = ['d', 'c', 'b', 'a'];
  await recordAll(store, [
    did('jane', 'a', 9),
    ...names.map((name) => did('jane', name, 5)),
    did('jane', 'b', 1),
  ]);
  const conditions = ['a', 'b', 'c', 'd'].map((name) => named(name));
  const [jane] = await journeys(read, { conditions });
  expect(jane?.events.map(([, matchedSteps]) => matchedSteps)).toEqual([2, 8, 4, 2, 1, 1]);
});

test('more events of one person, and more people, than one page holds', async () => {
  const { store, read } = await open();
  const people = Array.from({ length: 4000 }, (_, index) => did(`p${index}`, 'a', index));
  const many = Array.from({ length: 4000 }, (_, index) => did('jane', 'a', index));
  await recordAll(store, [...people, ...many]);
  const all = await journeys(read, { conditions: [named('a')] });
  expect(all).toHaveLength(4001);
  expect(all.map(({ events }) => events.length).sort((a, b) => b - a)[0]).toBe(4000);
});

test('the first breakdown value is the earliest value among the matching events', async () => {
  const { store, read } = await open();
  await recordAll(store, [
    did('jane', 'a', 3, { utmSource: 'late' }),
    did('jane', 'a', 1),
    did('jane', 'a', 2, { utmSource: 'first' }),
    did('jane', 'x', 0, { utmSource: 'of another' }),
    did('john', 'a', 9),
  ]);
  const asked = { conditions: [named('a')], breakdown: EVENT_FIELDS.utm_source };
  const breakdownValues = (await journeys(read, asked)).map(
    ({ firstBreakdownValue }) => firstBreakdownValue,
  );
  expect(breakdownValues).toEqual(['first', null]);
});

/** A chunk with one event of each person, all of the same kind. */
const chunkOf = (people: number[], times: number[], source: string): EventChunk => {
  const events = people.map((person, at): [number, ChunkEvent[]] => [
    person,
    [{ time: MARCH + (times[at] ?? 0), kind: 0, context: 0 }],
  ]);
  return makeEventChunk(new Map(events), {
    kindTable: [{ name: 'a', properties: {} }],
    contextTable: [{ utmSource: source } as StoredContext],
  });
};

test('of the first breakdown values in several chunks the earliest counts, and of one moment the one that arrived first', async () => {
  const people = [0, 1, 2];
  const reader = readChunks([chunkOf(people, [5, 5, 5], 'one'), chunkOf(people, [3, 9, 5], 'two')]);
  const breakdownValues = new Map<number, string | null>();
  const visit = ({ start, times, firstBreakdownValue }: Journey) =>
    breakdownValues.set(
      (times[start] ?? 0) + (times[start + 1] ?? 0) - 2 * MARCH,
      firstBreakdownValue,
    );
  const breakdown = EVENT_FIELDS.utm_source;
  const asked = {
    conditions: [named('a')],
    strictSteps: 0,
    from: null,
    to: null,
    breakdown,
  };
  await visitJourneys(reader, asked, { visit });
  expect(breakdownValues).toEqual(
    new Map([
      [8, 'two'],
      [14, 'one'],
      [10, 'one'],
    ]),
  );
});

test('people with numbers above four million are counted in passes', async () => {
  const people = [0, 2 ** 22 - 1, 2 ** 22, 2 ** 24 + 5];
  const seen: number[] = [];
  const visit = ({ start, times }: Journey) => seen.push((times[start] ?? 0) - MARCH);
  const asked = {
    conditions: [named('a')],
    strictSteps: 0,
    from: null,
    to: null,
    breakdown: null,
  };
  const reader = readChunks([chunkOf(people, [1, 2, 3, 4], 'one')]);
  await visitJourneys(reader, asked, { visit });
  expect(seen.sort()).toEqual([1, 2, 3, 4]);
});

test('from and to are the first and the last moment, by when events occurred', async () => {
  const { store, read } = await open();
  await recordAll(
    store,
    [1, 2, 3, 4].map((at) => did('jane', 'a', at)),
  );
  const asked = { conditions: [named('a')], from: MARCH + 2, to: MARCH + 3 };
  expect((await journeys(read, asked))[0]?.events.map(([at]) => at)).toEqual([2, 3]);
});

test('a reader sees what an open store has committed', async () => {
  const { store, read } = await open();
  const asked = { conditions: [named(null)] };
  expect(await journeys(read, asked)).toEqual([]);
  await recordAll(store, [did('jane', 'a', 1)]);
  expect(await journeys(read, asked)).toHaveLength(1);
});

test.each<[EventCondition['properties'], Record<string, unknown>, boolean]>([
  [{ x: 'a' }, { x: 'a', y: 'b' }, true],
  [{ x: 'a' }, { x: 'A' }, false],
  [{ x: 'a' }, { y: 'a' }, false],
  [{ x: 'a' }, { x: null }, false],
  [{ x: 'null' }, { x: null }, false],
  [{ x: 'a', y: 'b' }, { x: 'a', y: 'b' }, true],
  [{ x: 'a', y: 'b' }, { x: 'a' }, false],
  [{ x: 25 }, { x: 25 }, true],
  [{ x: 25 }, { x: '25' }, true],
  [{ x: '25' }, { x: 25 }, true],
  [{ x: 0.5 }, { x: 0.5 }, true],
  [{ x: 'NaN' }, { x: 0 }, false],
  [{ x: 'NaN' }, { x: 'NaN' }, true],
  [{ x: '-Infinity' }, { x: 0 }, false],
  [{ x: 'Infinity', y: 0 }, { x: 0, y: 0 }, false],
  [{ x: 1 }, { x: true }, false],
  [{ x: '1' }, { x: true }, false],
  [{ x: 0 }, { x: false }, false],
  [{ x: true }, { x: true }, true],
  [{ x: 'true' }, { x: true }, true],
  [{ x: true }, { x: 'true' }, true],
  [{ x: true }, { x: 1 }, false],
  [{ x: true }, { x: false }, false],
  [{ 'a.b c$': "it's – “quoted”" }, { 'a.b c$': "it's – “quoted”" }, true],
  [{ $path: '%_' }, { $path: '%_' }, true],
  [{ $path: '%_' }, { $path: 'ab' }, false],
])('%j is matchedSteps by %j: %s', async (expected, properties, isMatched) => {
  const { store, read } = await open();
  await recordAll(store, [did('jane', 'a', 0, { properties })]);
  const conditions = [named('b'), named('a', expected), named(null, expected)];
  const [jane] = await journeys(read, { conditions });
  expect(jane?.events).toEqual(isMatched ? [[0, 0b110]] : undefined);
});

test('an event can meet several conditions, even the same one twice', async () => {
  const { store, read } = await open();
  await recordAll(store, [did('jane', 'a', 0, { properties: { x: 'b', y: 'c' } })]);
  const conditions = [
    named('a', { x: 'b' }),
    named('a', { x: 'b' }),
    named('a', { x: 'c' }),
    named('a', { y: 'c' }),
    named('a'),
    named(null),
  ];
  const [jane] = await journeys(read, { conditions });
  expect(jane?.events).toEqual([[0, 0b111011]]);
});

test('30 conditions at once', async () => {
  const { store, read } = await open();
  await recordAll(store, [did('jane', 'e29', 0), did('jane', 'e0', 1)]);
  const conditions = Array.from({ length: 30 }, (_, index) => named(`e${index}`));
  const [jane] = await journeys(read, { conditions });
  expect(jane?.events).toEqual([
    [0, 2 ** 29],
    [1, 1],
  ]);
});

test.each([7, 100])(
  'with room for %i events at a time each person is still seen once',
  async (maxEvents) => {
    const { store, read } = await open();
    const people = Array.from({ length: 40 }, (_, index) => `p${index}`);
    await recordAll(
      store,
      people.flatMap((person, index) =>
        Array.from({ length: 1 + index }, (_, at) => did(person, 'a', at)),
      ),
    );
    const all = await journeys(read, { conditions: [named('a')] }, { maxEvents });
    const lengths = all.map(({ events }) => events.length);
    expect(lengths.toSorted((a, b) => a - b)).toEqual(people.map((_, index) => 1 + index));
  },
);

test('progress goes from the first event to the last', async () => {
  const { store, read } = await open();
  await recordAll(store, [did('jane', 'a', 0)]);
  const seen: [number, number][] = [];
  const onProgress = (...progress: [number, number]) => seen.push(progress);
  await journeys(read, { conditions: [named('a')], onProgress });
  expect(seen).toEqual([[1, 1]]);
});
