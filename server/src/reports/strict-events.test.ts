import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FunnelQuery, funnelQuerySchema } from '#shared/funnel';
import { OrderedAttempts } from '../services/funnel/ordered.ts';
import { type PersonEvents, toRule } from '../services/funnel/rule.ts';
import { EventSplitter } from '../services/funnel/split-events.ts';
import type { EventChunk, StoredContext } from '../store/store.ts';
import { type ChunkEvent, makeEventChunk, readChunks } from '../testing/data/event-chunks.ts';
import { rounds } from '../testing/rounds.ts';
import { EVENT_FIELDS } from './event-field.ts';
import type { Journey } from './events-by-person.ts';
import { visitJourneys } from './journeys.ts';

interface Event {
  person: number;
  time: number;
  /** The conditions that it meets, as bits. */
  matchedSteps: number;
  source: string | null;
}

function byPerson(events: readonly Event[]): Map<number, Event[]> {
  const people = new Map<number, Event[]>();
  for (const event of events)
    people.set(event.person, [...(people.get(event.person) ?? []), event]);
  return people;
}

function toChunk(arrived: readonly Event[]): EventChunk {
  const kinds = [...new Set(arrived.map(({ matchedSteps }) => matchedSteps))];
  const sources = [...new Set(arrived.map(({ source }) => source))];
  const toEvent = ({ time, matchedSteps, source }: Event) => ({
    time,
    kind: kinds.indexOf(matchedSteps),
    context: sources.indexOf(source),
  });
  const events = Array.from(byPerson(arrived), ([person, own]): [number, ChunkEvent[]] => [
    person,
    own.map(toEvent),
  ]);
  return makeEventChunk(new Map(events), {
    kindTable: kinds.map((matchedSteps) => ({ name: 'a', properties: propertiesOf(matchedSteps) })),
    contextTable: sources.map((utmSource) => ({ utmSource }) as StoredContext),
  });
}

const labelOf = (matchedSteps: number) => [null, 'one', 'two'][matchedSteps % 3] ?? null;
const propertiesOf = (matchedSteps: number) => ({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((bit) => [`c${bit}`, (matchedSteps >> bit) & 1])),
  event_label: labelOf(matchedSteps),
});
const condition = (bit: number) => ({ event: 'a', properties: { [`c${bit}`]: 1 } });

interface Funnel {
  query: FunnelQuery;
  breakdown: 'utm_source' | 'event_label' | null;
  maxEvents: number;
}

const funnels: fc.Arbitrary<Funnel> = fc
  .record({
    steps: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    hasExclusion: fc.boolean(),
    windowSeconds: fc.integer({ min: 1, max: 9 }),
    breakdown: fc.constantFrom(null, 'utm_source', 'event_label'),
    maxEvents: fc.constantFrom(1_000_000, 330),
  })
  .map(({ steps, hasExclusion, windowSeconds, ...others }) => ({
    query: funnelQuerySchema.parse({
      order: 'strict',
      windowSeconds,
      steps: steps.map((sameEvent, step) => ({
        ...condition(step),
        ...(sameEvent && step > 0 && { sameEvent }),
      })),
      exclusions:
        hasExclusion && steps.length > 1
          ? [{ ...condition(steps.length), fromStep: 0, toStep: 1 }]
          : [],
    }),
    ...others,
  }));

/** Few kinds and moments, so that attempts get far, and some people's events arrive late. */
const arrivals = fc.array(
  fc.record({
    skip: fc.constantFrom(0, 0, 1, 2, 4, 13),
    events: fc.array(
      fc.record({
        person: fc.constantFrom(1, 66, 131, 5_000),
        time: fc.integer({ min: 0, max: 12 }),
        matchedSteps: fc.oneof(fc.constantFrom(0, 1, 1, 2, 4), fc.integer({ min: 0, max: 31 })),
        source: fc.constantFrom(null, 'one', 'two'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Collects each person's attempt, as funnels find it, with the first breakdown value. */
function attemptsBy(query: FunnelQuery) {
  const finder = new OrderedAttempts(toRule(query));
  const splitter = new EventSplitter(query);
  const found: string[] = [];
  return {
    found,
    add(events: PersonEvents, breakdown: string | null) {
      const attempt = [...finder.find(splitter.split(events))];
      if (attempt.length > 0) found.push(JSON.stringify({ attempt, breakdown }));
    },
  };
}

/** Finds each person's attempt and first breakdown value in two ways: among all events, and among those of the scans. */
async function inTwoWays({ query, breakdown, maxEvents }: Funnel, arrived: Event[][]) {
  const all = attemptsBy(query);
  for (const arrivals of byPerson(arrived.flat()).values()) {
    const own = arrivals.toSorted((a, b) => a.time - b.time);
    const times = Float64Array.from(own, (event) => event.time);
    const matchedSteps = Int32Array.from(own, (event) => event.matchedSteps);
    const breakdownValueIds = own.map(({ source, matchedSteps }) =>
      breakdown === 'utm_source' ? source : labelOf(matchedSteps),
    );
    const first = breakdownValueIds.find((one) => one !== null) ?? null;
    all.add({ start: 0, end: own.length, times, matchedSteps }, breakdown ? first : null);
  }
  const fewer = attemptsBy(query);
  const reader = readChunks(arrived.map(toChunk));
  const asked = {
    conditions: [...query.steps, ...query.exclusions],
    strictSteps: query.steps.length,
    breakdown: breakdown && EVENT_FIELDS[breakdown],
    ...{ from: null, to: null },
  };
  const visit = (journey: Journey) => fewer.add(journey, journey.firstBreakdownValue);
  await visitJourneys(reader, asked, { visit }, { maxEvents });
  return { all: all.found.sort(), found: fewer.found.sort(), scans: reader.scans() };
}

test('a strict funnel finds the same attempts as among all events, also where people are late', async () => {
  await fc.assert(
    fc.asyncProperty(funnels, arrivals, async (funnel, chunks) => {
      let time = 0;
      const arrived = chunks.map(({ skip, events }) => {
        time += skip * 1_000;
        return events.map((event) => ({ ...event, time: time + event.time * 1_000 }));
      });
      const { all, found } = await inTwoWays(funnel, arrived);
      expect(found).toEqual(all);
    }),
    { numRuns: rounds(400, 4_000) },
  );
});

const parseBatch = (text: string): Event[] =>
  text.split(' ').map((event) => {
    const [person = 0, time = 0, matchedSteps = 0] = event.split(':').map(Number);
    return { person, time, matchedSteps, source: null };
  });

const TWO_STEPS = {
  query: funnelQuerySchema.parse({ order: 'strict', steps: [condition(0), condition(1)] }),
  breakdown: null,
  maxEvents: 1_000_000,
};

// Each event as a person, a time and the conditions that it matched.
test.each([
  ['that come in order', '1:1:0 2:5:0', '1:6:1 2:7:0', '1:8:2 2:9:0', 1],
  ['that overtake each other', '2:5:0 2:6:2 1:1:0', '2:3:0 2:4:1', '2:9:0', 2],
  ['that share an instant', '2:1:2 3:1:0', '3:2:0', '2:1:1 3:9:0', 2],
  ['that come late, long after others', '2:1:0 2:2:2', '5000:6:0', '2:1:1 4:9:0', 2],
])('batches %s', async (_, first, second, third, scans) => {
  const arrived = [first, second, third].map(parseBatch);
  const { all, ...others } = await inTwoWays(TWO_STEPS, arrived);
  expect(others).toEqual({ found: all, scans });
});

test('when people are counted in parts, only a part with somebody late is scanned again', async () => {
  const arrived = ['2:5:1 2:6:2 1:1:1', '2:3:0 2:4:1 1:9:1'].map(parseBatch);
  const { all, ...others } = await inTwoWays({ ...TWO_STEPS, maxEvents: 1 }, arrived);
  // All people, the two halves, and one of these again.
  expect(others).toEqual({ found: all, scans: 4 });
});
