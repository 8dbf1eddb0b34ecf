import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  type PlainEvent,
  referenceOrdered,
  referenceUnordered,
} from '../../testing/data/reference-funnel.ts';
import { OrderedAttempts } from './ordered.ts';
import type { AttemptFinder, FunnelRule } from './rule.ts';
import { UnorderedAttempts } from './unordered.ts';

const RUNS = 5_000;
vi.setConfig({ testTimeout: 60_000 });

/**
 * Finds the attempt of each person. Their events lie in the same arrays, and the finder is used again. Bits above those of
 * the conditions differ, and mean nothing.
 */
function findAll(finder: AttemptFinder, everybody: readonly (readonly PlainEvent[])[]) {
  const times = Float64Array.from(everybody.flat(), ({ time }) => time);
  const matchedSteps = Int32Array.from(
    everybody.flat(),
    ({ matchedSteps }, at) => matchedSteps | (at << 8),
  );
  let end = 0;
  return everybody.map(({ length }) => {
    const start = end;
    end += length;
    return [...finder.find({ start, end, times, matchedSteps })];
  });
}

const find = (finder: AttemptFinder, all: readonly PlainEvent[]) => findAll(finder, [all])[0];

/** Few moments and a narrow window, so that most possible coincidences occur. */
const people = (withExclusions: boolean) =>
  fc
    .record({
      steps: fc.integer({ min: 1, max: 4 }),
      excluded: fc.integer({ min: 0, max: withExclusions ? 2 : 0 }),
    })
    .chain(({ steps, excluded }) =>
      fc.record({
        rule: rules(steps, excluded),
        everybody: fc.array(events(steps + excluded), { minLength: 1, maxLength: 3 }),
      }),
    );

const rules = (steps: number, excluded: number): fc.Arbitrary<FunnelRule> =>
  fc.record({
    steps: fc.constant(steps),
    windowMs: fc.integer({ min: 1, max: 24 }),
    // In a strict funnel with exclusions, PostHog spoils an attempt that was already reset for what spoils a later one.
    strict: excluded > 0 ? fc.constant(false) : fc.boolean(),
    exclusions: fc
      .array(fc.integer({ min: 0, max: 2 ** excluded - 1 }), { minLength: steps, maxLength: steps })
      .map((all) => all.map((bits, taken) => (taken === 0 ? 0 : bits << steps))),
  });

/**
 * Events at even times meet one condition each, and there may be any number of them. Events at odd times are all of one
 * kind, which may meet several conditions. When both kinds share an instant, PostHog loses an attempt that following it
 * separately does not lose.
 */
const events = (conditions: number): fc.Arbitrary<PlainEvent[]> =>
  fc
    .array(
      fc.oneof(
        fc.record({
          time: fc.integer({ min: 0, max: 12 }).map((time) => time * 2),
          matchedSteps: fc.integer({ min: 0, max: conditions - 1 }).map((bit) => 2 ** bit),
        }),
        fc.record({
          time: fc.integer({ min: 0, max: 12 }).map((time) => time * 2 + 1),
          matchedSteps: fc.integer({ min: 0, max: 2 ** conditions - 1 }),
        }),
      ),
      { maxLength: 12 },
    )
    .map((all) =>
      all
        .map(({ time, matchedSteps }) => ({
          time,
          matchedSteps:
            time % 2 === 0
              ? matchedSteps
              : (all.find((one) => one.time === time)?.matchedSteps ?? matchedSteps),
        }))
        .toSorted((a, b) => a.time - b.time),
    );

test.each([
  ['without exclusions', people(false)],
  ['with exclusions', people(true)],
])(
  'an ordered or strict funnel %s finds the same as following each attempt separately',
  (_, person) => {
    fc.assert(
      fc.property(person, ({ rule, everybody }) => {
        const expected = everybody.map((all) => referenceOrdered(all, rule));
        expect(findAll(new OrderedAttempts(rule), everybody)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  },
);

test('an unordered funnel finds the same as a search over all events', () => {
  fc.assert(
    fc.property(people(true), ({ rule, everybody }) => {
      const expected = everybody.map((all) => referenceUnordered(all, rule));
      expect(findAll(new UnorderedAttempts(rule), everybody)).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

const [A, B, C] = [0b001, 0b010, 0b100];
test.each<[string, number[], number]>([
  ['in the order of the steps, not in which they came', [C, B, A], 3],
  ['each takes one step of an attempt', [A | B, C], 1],
  ['one that meets two steps leaves the first to another', [A, A | B, C], 3],
  ['among them none resets a strict attempt', [A, 0, B, 0, C], 3],
])('events of one instant: %s', (_, matchedSteps, steps) => {
  const rule = { steps: 3, windowMs: 1, strict: true, exclusions: [0, 0, 0] };
  const instant = matchedSteps.map((bits) => ({ time: 7, matchedSteps: bits }));
  expect(find(new OrderedAttempts(rule), instant)).toEqual(Array(steps).fill(7));
});
