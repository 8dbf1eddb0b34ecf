import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { makeEventChunk } from '../testing/data/event-chunks.ts';
import type { ChunkValues } from './event-field.ts';
import { EventsOf, MatchingEvents } from './event-finder.ts';
import { EventsByPerson, type JourneyVisitor } from './events-by-person.ts';

interface Event {
  time: number;
  matchedSteps: number;
  source: string | null;
}
/** The events of each person in one chunk. */
type Arrivals = Map<number, Event[]>;

const byTime = (events: Event[]) => events.toSorted((a, b) => a.time - b.time);

/** Returns the chunk, with a table of the matched steps of its events and one of their sources, which belong to `of`. */
function toChunk(arrivals: Arrivals, isWide: boolean, of: ChunkValues['of']) {
  const events = [...arrivals.values()].flat();
  const kindOf = ({ matchedSteps, source }: Event) =>
    JSON.stringify([matchedSteps, of === 'kind' ? source : null]);
  const kindTexts = [...new Set(events.map(kindOf))];
  // A table may have values that no event has. These make the numbers of the others large.
  const unused = Array.from({ length: 100 }, (_, number) => `unused ${number}`);
  const sources = [...unused, ...new Set(events.map(({ source }) => source))];
  const toEvent = (event: Event) => ({
    time: event.time,
    kind: kindTexts.indexOf(kindOf(event)),
    context: sources.indexOf(event.source),
  });
  const byPerson = new Map(Array.from(arrivals, ([person, own]) => [person, own.map(toEvent)]));
  const chunk = makeEventChunk(byPerson, { isWide });
  const kinds = kindTexts.map((kind) => JSON.parse(kind) as [number, string | null]);
  const values = of === 'kind' ? kinds.map(([, source]) => source) : sources;
  return {
    chunk,
    matchedSteps: Int32Array.from(kinds, ([matchedSteps]) => matchedSteps),
    values: { of, values },
  };
}

const YEAR = 365 * 24 * HOUR_MS;

/** Some share an instant, and a clock may be wrong by decades, or by a part of a millisecond. */
const times = (isWide: boolean) =>
  isWide
    ? fc.oneof(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: -50 * YEAR, max: 50 * YEAR }),
        fc.integer({ min: 0, max: 9 }).map((time) => time + 0.5),
      )
    : fc.oneof(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 0xffff_ffff - 9 }),
        fc.integer({ min: 0, max: 9 }).map((time) => 0xffff_ffff - time),
      );

const arrivals = (conditions: number, isWide: boolean): fc.Arbitrary<Arrivals> =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 130 }),
        fc.array(
          fc.record({
            time: times(isWide),
            matchedSteps: fc.integer({ min: 0, max: 2 ** conditions - 1 }),
            source: fc.option(fc.integer({ min: 0, max: 200 }).map((number) => `s${number}`)),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      ),
      { minLength: 1, maxLength: 20 },
    )
    .map((all) => new Map(all));

const chunks = fc
  .record({ conditions: fc.constantFrom(1, 6, 10, 20, 30), every: fc.boolean() })
  .chain(({ conditions, every }) => {
    const chunk = fc.boolean().chain((isWide) =>
      fc.record({
        isWide: fc.constant(isWide),
        later: fc.integer({ min: 0, max: 60 * 24 * HOUR_MS }),
        arrivals: arrivals(conditions, isWide),
      }),
    );
    return fc.record({
      conditions: fc.constant(conditions),
      every: fc.constant(every),
      hasBreakdown: fc.boolean(),
      of: fc.constantFrom<ChunkValues['of']>('kind', 'context'),
      parts: fc.constantFrom(1, 2, 4),
      all: fc.array(chunk, { minLength: 1, maxLength: 6 }),
    });
  });

test('journeys are those of a list, whatever the times, conditions and first breakdown values', () => {
  fc.assert(
    fc.property(chunks, ({ conditions, every, hasBreakdown, of, parts, all }) => {
      const collections = Array.from({ length: parts }, (_, index) => {
        const finder = every ? new EventsOf({ has: () => true }) : new MatchingEvents();
        const contents = { part: { parts, index }, conditions, finder, hasBreakdown };
        return new EventsByPerson(contents, { maxEvents: 1_000_000 });
      });
      const wanted = new Map<number, Event[]>();
      for (const { isWide, later, arrivals } of all) {
        for (const [person, events] of arrivals) {
          for (const event of events) event.time += later;
          const matching = byTime(events).filter((event) => every || event.matchedSteps !== 0);
          if (matching.length === 0) continue;
          wanted.set(person, [...(wanted.get(person) ?? []), ...matching]);
        }
        const { chunk, matchedSteps, values } = toChunk(arrivals, isWide, of);
        for (const collected of collections) {
          expect(collected.add(chunk, matchedSteps, hasBreakdown ? values : null)).toBe(true);
        }
      }
      const journeys: unknown[] = [];
      const visitor: JourneyVisitor = {
        visit({ start, end, times, matchedSteps, firstBreakdownValue }) {
          const events = Array.from({ length: end - start }, (_, at) => [
            times[start + at],
            (matchedSteps[start + at] ?? 0) & (2 ** conditions - 1),
          ]);
          journeys.push(JSON.stringify({ events, firstBreakdownValue }));
        },
      };
      for (const collected of collections) collected.visit(visitor);
      const expected = Array.from(wanted.values(), byTime).map((events) => {
        const first = events.find(({ source }) => source !== null)?.source ?? null;
        const own = events.map(({ time, matchedSteps }) => [time, matchedSteps]);
        return JSON.stringify({ events: own, firstBreakdownValue: hasBreakdown ? first : null });
      });
      expect(journeys.sort()).toEqual(expected.sort());
    }),
    { numRuns: 500 },
  );
});

test('a person with more events than a block of memory holds', () => {
  const part = { parts: 1, index: 0 };
  const collected = new EventsByPerson(
    { part, conditions: 1, finder: new MatchingEvents(), hasBreakdown: false },
    { maxEvents: 1_000_000 },
  );
  for (let chunk = 0; chunk < 7; chunk++) {
    const events = Array.from({ length: 700 }, (_, at) => {
      return { time: chunk * 700 + at, matchedSteps: 1, source: null };
    });
    const arrived = toChunk(
      new Map([0, 64].map((person) => [person, events])),
      chunk === 3,
      'context',
    );
    collected.add(arrived.chunk, arrived.matchedSteps, null);
  }
  const seen: number[][] = [];
  collected.visit({ visit: ({ start, end, times }) => seen.push([...times.subarray(start, end)]) });
  const all = Array.from({ length: 4_900 }, (_, at) => at);
  expect(seen).toEqual([all, all]);
});

test('events of a wrong clock count as more than one event in the memory', () => {
  const part = { parts: 1, index: 0 };
  const contents = { part, conditions: 1, finder: new MatchingEvents(), hasBreakdown: false };
  const at = (time: number) => ({ time, matchedSteps: 1, source: null });
  const same: Arrivals = new Map([0, 64].map((person) => [person, Array(50).fill(at(1))]));
  const wrong: Arrivals = new Map(
    [0, 64].map((person) => [person, Array.from({ length: 50 }, (_, year) => at(year * YEAR))]),
  );
  const fits = (arrivals: Arrivals, maxEvents: number) => {
    const { chunk, matchedSteps } = toChunk(arrivals, true, 'context');
    return new EventsByPerson(contents, { maxEvents }).add(chunk, matchedSteps, null);
  };
  expect(fits(same, 200)).toBe(true);
  expect(fits(wrong, 200)).toBe(false);
  expect(fits(wrong, 2_000)).toBe(true);
});
