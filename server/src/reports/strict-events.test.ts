import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FunnelQuery, funnelQuerySchema } from '#shared/funnel';
import { OrderedAttempts } from '../services/funnel/ordered.ts';
import { type PersonEvents, toRule } from '../services/funnel/rule.ts';
import { EventSplitter } from '../services/funnel/split-events.ts';
import type { EventChunk, StoredContext, StoreReader } from '../store/store.ts';
import { EVENT_FIELDS } from './event-field.ts';
import type { Journey } from './journey-heap.ts';
import { visitJourneys } from './journeys.ts';

interface Event {
  person: number;
  time: number;
  /** The conditions that it meets, as bits. */
  met: number;
  source: string | null;
}

/** Groups events by person, each person's by time and then by arrival. */
function byPerson(events: readonly Event[]): [number, Event[]][] {
  const people = [...new Set(events.map(({ person }) => person))];
  return people.map((person) => [
    person,
    events.filter((event) => event.person === person).sort((a, b) => a.time - b.time),
  ]);
}

function toChunk(arrived: readonly Event[]): EventChunk {
  const grouped = byPerson(arrived);
  const events = grouped.flatMap(([, own]) => own);
  const ends = grouped.map((_, at) =>
    grouped.slice(0, at + 1).reduce((sum, [, own]) => sum + own.length, 0),
  );
  const base = Math.min(...events.map(({ time }) => time));
  const kinds = [...new Set(events.map(({ met }) => met))];
  const sources = [...new Set(events.map(({ source }) => source))];
  const contexts = Uint16Array.from(events, ({ source }) => sources.indexOf(source));
  return {
    people: Int32Array.from(grouped, ([person]) => person),
    starts: Uint32Array.from([0, ...ends]),
    base,
    offsets: Uint32Array.from(events, ({ time }) => time - base),
    kinds: Uint8Array.from(events, ({ met }) => kinds.indexOf(met)),
    kindTable: kinds.map((met) => ({ name: 'a', properties: propertiesOf(met) })),
    contexts,
    contextTable: sources.map((utmSource) => ({ utmSource }) as StoredContext),
    runLengths: new Uint16Array(events.length).fill(1),
    runContexts: contexts,
  };
}

const labelOf = (met: number) => [null, 'one', 'two'][met % 3] ?? null;
const propertiesOf = (met: number) => ({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((bit) => [`c${bit}`, (met >> bit) & 1])),
  event_label: labelOf(met),
});
const condition = (bit: number) => ({ event: 'a', properties: { [`c${bit}`]: 1 } });

interface Funnel {
  query: FunnelQuery;
  touch: 'utm_source' | 'event_label' | null;
  maxEvents: number;
}

const funnels: fc.Arbitrary<Funnel> = fc
  .record({
    steps: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    hasExclusion: fc.boolean(),
    windowSeconds: fc.integer({ min: 1, max: 9 }),
    touch: fc.constantFrom(null, 'utm_source', 'event_label'),
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
    // The last person of a chunk keeps all events.
    hasOther: fc.boolean(),
    events: fc.array(
      fc.record({
        person: fc.constantFrom(1, 66, 131, 5_000),
        time: fc.integer({ min: 0, max: 12 }),
        met: fc.oneof(fc.constantFrom(0, 1, 1, 2, 4), fc.integer({ min: 0, max: 31 })),
        source: fc.constantFrom(null, 'one', 'two'),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

const readerOf = (chunks: EventChunk[]): Pick<StoreReader, 'scanEvents'> => ({
  async scanEvents(_, visit, { again } = {}) {
    do for (const one of chunks) visit(one);
    while (again?.());
    return 0;
  },
});

/** Finds each person's attempt and first source, by the finder that funnels use. */
function attemptsBy(query: FunnelQuery) {
  const finder = new OrderedAttempts(toRule(query));
  const splitter = new EventSplitter(query);
  const found: string[] = [];
  return {
    found,
    add(events: PersonEvents, source: string | null) {
      const attempt = [...finder.find(splitter.split(events))];
      if (attempt.length > 0) found.push(JSON.stringify({ attempt, source }));
    },
  };
}

/** Returns each person's attempt and first source in two ways: among all events, and among those of a scan. */
async function inTwoWays({ query, touch, maxEvents }: Funnel, arrived: Event[][]) {
  const all = attemptsBy(query);
  for (const [, own] of byPerson(arrived.flat())) {
    const times = Float64Array.from(own, (event) => event.time);
    const met = Int32Array.from(own, (event) => event.met);
    const touches = own.map(({ source, met }) => (touch === 'utm_source' ? source : labelOf(met)));
    const first = touches.find((one) => one !== null) ?? null;
    all.add({ start: 0, end: own.length, times, met }, touch ? first : null);
  }
  const fewer = attemptsBy(query);
  let chunks = 0;
  const { scanEvents } = readerOf(arrived.map(toChunk));
  const counting: typeof scanEvents = (range, visit, options) =>
    scanEvents(
      range,
      (chunk) => {
        chunks += 1;
        visit(chunk);
      },
      options,
    );
  const asked = {
    conditions: [...query.steps, ...query.exclusions],
    strictSteps: query.steps.length,
    touch: touch && EVENT_FIELDS[touch],
    ...{ from: null, to: null },
  };
  const visit = (journey: Journey) => fewer.add(journey, journey.firstTouch);
  await visitJourneys({ scanEvents: counting }, asked, { visit }, { maxEvents });
  const scans = chunks / arrived.length;
  return { all: all.found.sort(), found: fewer.found.sort(), scans };
}

test('a strict funnel finds the same attempts as among all events, also where people are late', async () => {
  await fc.assert(
    fc.asyncProperty(funnels, arrivals, async (funnel, chunks) => {
      let time = 0;
      const arrived = chunks.map(({ skip, hasOther, events }) => {
        time += skip * 1_000;
        const all = events.map((event) => ({ ...event, time: time + event.time * 1_000 }));
        return hasOther ? [...all, { person: 200, time, met: 0, source: null }] : all;
      });
      const { all, found } = await inTwoWays(funnel, arrived);
      expect(found).toEqual(all);
    }),
    { numRuns: 4_000 },
  );
});

const TWO_STEPS = {
  query: funnelQuerySchema.parse({ order: 'strict', steps: [condition(0), condition(1)] }),
  touch: null,
  maxEvents: 1_000_000,
};

// Each event as a person, a time and what it met. Of so few people, the last of a chunk is whole.
test.each([
  ['in order', '1:1:0 2:5:0', '1:6:1 2:7:0', '1:8:2 2:9:0', 1],
  [
    'of many people, one of whom is late',
    '2:1:0 2:2:2 3:2:0',
    '3:3:0 2:5:0',
    '5000:6:0 2:1:1 4:9:0',
    2,
  ],
  ['that overtake each other when a chunk ends', '1:1:0 2:5:0 2:6:2', '2:3:0 2:4:1', '3:9:0', 1],
  ['that arrive later', '2:5:0 2:6:2 1:1:0', '2:3:0 2:4:1', '3:9:0', 2],
  ['that overtake each other twice', '1:1:0 2:9:1', '3:1:0 2:3:0', '4:1:0 2:6:1 2:10:2', 2],
  ['of an instant with an event left out', '2:1:2 3:1:0', '3:2:0 2:5:0', '2:1:1 3:9:0', 2],
])('batches %s', async (_, first, second, third, scans) => {
  const arrived = [first, second, third].map((chunk) =>
    chunk.split(' ').map((event) => {
      const [person = 0, time = 0, met = 0] = event.split(':').map(Number);
      return { person, time, met, source: null };
    }),
  );
  const { all, ...others } = await inTwoWays(TWO_STEPS, arrived);
  expect(others).toEqual({ found: all, scans });
});
