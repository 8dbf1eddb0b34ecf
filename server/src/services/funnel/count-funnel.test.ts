import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { funnelQuerySchema } from '#shared/funnel';
import { readDatabase } from '../../database/open-database.ts';
import { createChannelOf, shippedChannels } from '../../load-channels.ts';
import { type PersonEvent, recordAll } from '../../store/testing/store-contract-events.ts';
import { newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { countFunnel } from './count-funnel.ts';

type Query = z.input<typeof funnelQuerySchema>;
async function count(events: PersonEvent[], query: Query) {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  await recordAll(store, events);
  return readDatabase(database, (reader) =>
    countFunnel(reader, funnelQuerySchema.parse(query), { channelOf }),
  );
}

const channelOf = createChannelOf(shippedChannels());
const MARCH = Date.UTC(2026, 2, 1);
/** Events a second apart: `'jane a b'` is a person and the names of her events. */
const inTurn = (...people: string[]): PersonEvent[] =>
  people.flatMap((line) => {
    const [person = '', ...names] = line.split(' ');
    return names.map((event, index) => ({ person, event, at: MARCH + index * 1000 }));
  });
const steps = (...names: string[]) => names.map((event) => ({ event }));

test('without people no step is counted, and all times are empty', async () => {
  expect(await count([], { steps: steps('a', 'b') })).toMatchObject({
    measured: 0,
    time: { medianSeconds: null, p90Seconds: null },
    overTime: { buckets: [] },
    steps: [
      { event: 'a', count: 0, averageSeconds: null, medianSeconds: null },
      { event: 'b', count: 0, averageSeconds: null, medianSeconds: null },
    ],
    breakdown: [],
    others: null,
  });
});

test('the window includes its last millisecond and not the next', async () => {
  const after = (person: string, ms: number) => [
    { person, event: 'a', at: MARCH },
    { person, event: 'b', at: MARCH + ms },
  ];
  const events = [...after('in', 10_000), ...after('out', 10_001)];
  const result = await count(events, { steps: steps('a', 'b'), windowSeconds: 10 });
  expect(result.steps).toMatchObject([
    { count: 2 },
    { count: 1, averageSeconds: 10, medianSeconds: 10 },
  ]);
});

test('the mean and the median cover everybody who took the step, even in no time', async () => {
  const after = (person: string, seconds: number) => [
    { person, event: 'a', at: MARCH },
    { person, event: 'b', at: MARCH + seconds * 1000 },
  ];
  const events = [0, 1, 2, 9].flatMap((seconds) => after(`p${seconds}`, seconds));
  const { steps: result } = await count(events, { steps: steps('a', 'b') });
  expect(result[1]).toEqual({ event: 'b', count: 4, averageSeconds: 3, medianSeconds: 1.5 });
});

test('a range includes both its ends; a day means the whole day', async () => {
  const at = (time: string) => ({ person: time, event: 'a', at: time });
  const events = [
    at('2026-02-28T23:59:59.999Z'),
    at('2026-03-01T00:00:00.000Z'),
    at('2026-03-02T23:59:59.999Z'),
    at('2026-03-03T00:00:00.000Z'),
  ];
  const counts = async (range: Pick<Query, 'from' | 'to'>) =>
    (await count(events, { steps: steps('a'), ...range })).steps[0]?.count;
  expect(await counts({ from: '2026-03-01', to: '2026-03-02' })).toBe(2);
  expect(await counts({ from: '2026-03-03T00:00:00Z' })).toBe(1);
  expect(await counts({ to: '2026-03-01T01:00:00+01:00' })).toBe(2);
  expect(await counts({ from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 1) })).toBe(1);
});

test('"any event" can be a step, and any other event resets a strict funnel', async () => {
  const events = inTurn('jane a x b', 'john a b', 'jack x a b');
  const counts = async (query: Query) => (await count(events, query)).steps.map((s) => s.count);
  expect(await counts({ order: 'strict', steps: steps('a', 'b') })).toEqual([3, 2]);
  const any = { event: null };
  expect(await counts({ order: 'ordered', steps: [any, any, any] })).toEqual([3, 3, 2]);
});

test.each([
  { fromStep: 0, toStep: 1, left: ['second', 'third', 'none'] },
  { fromStep: 1, toStep: 2, left: ['first', 'third', 'none'] },
  { fromStep: 2, toStep: 3, left: ['first', 'second', 'none'] },
  { fromStep: 1, toStep: 3, left: ['first', 'none'] },
  { fromStep: 0, toStep: 3, left: ['none'] },
])(
  'an exclusion from step $fromStep to step $toStep leaves out who did it between these steps, and nobody else',
  async ({ fromStep, toStep, left }) => {
    const people = { first: 'a x b c d', second: 'a b x c d', third: 'a b c x d', none: 'a b c d' };
    const events = inTurn(...Object.entries(people).map((entry) => entry.join(' ')));
    const bySource = events.map((event) => ({ ...event, utmSource: event.person }));
    const { breakdown } = await count(bySource, {
      steps: steps('a', 'b', 'c', 'd'),
      exclusions: [{ event: 'x', fromStep, toStep }],
      breakdown: 'utm_source',
    });
    expect(breakdown.map(({ value }) => value).toSorted()).toEqual(left.toSorted());
    for (const { steps: each } of breakdown)
      expect(each.map((step) => step.count)).toEqual([1, 1, 1, 1]);
  },
);

test('late arrivals count by when they happened, not by when they arrived', async () => {
  const events = inTurn('jane a b').reverse();
  const { steps: result } = await count(events, { steps: steps('a', 'b') });
  expect(result).toMatchObject([{ count: 1 }, { count: 1, averageSeconds: 1 }]);
});

test('a breakdown uses the first value of each person, most people first', async () => {
  const events: PersonEvent[] = [
    { person: 'jane', event: 'b', at: MARCH + 5, utmSource: 'late' },
    { person: 'jane', event: 'a', at: MARCH + 1 },
    { person: 'jane', event: 'a', at: MARCH + 2, utmSource: 'news' },
    { person: 'jane', event: 'noise', at: MARCH, utmSource: 'of another event' },
    { person: 'john', event: 'a', at: MARCH, utmSource: 'news' },
    { person: 'jack', event: 'a', at: MARCH },
  ];
  const { breakdown, others } = await count(events, {
    steps: steps('a', 'b'),
    breakdown: 'utm_source',
  });
  expect(breakdown.map(({ value, steps: [a, b] }) => [value, a?.count, b?.count])).toEqual([
    ['news', 2, 1],
    [null, 1, 0],
  ]);
  expect(others).toBeNull();
});

test.each([
  ['viewport', { viewport: 'small' }],
  ['referrer_host', { referrerHost: 'small' }],
  ['utm_medium', { utmMedium: 'small' }],
  ['utm_campaign', { utmCampaign: 'small' }],
  ['utm_content', { utmContent: 'small' }],
  ['form_type', { properties: { form_type: 'small' } }],
  ['event_label', { properties: { event_label: 'small' } }],
  ['click_location', { properties: { click_location: 'small' } }],
] as const)('a breakdown by %s', async (breakdown, context) => {
  const events = [{ person: 'jane', event: 'a', at: MARCH, ...context }];
  const result = await count(events, { steps: steps('a'), breakdown });
  expect(result.breakdown).toMatchObject([{ value: 'small', steps: [{ count: 1 }] }]);
});

test('of many values the first 25 are shown and the others summed up', async () => {
  const events = Array.from({ length: 30 }, (_, index) => ({
    person: `p${index}`,
    event: 'a',
    at: MARCH,
    utmSource: `source ${index % 28}`,
  }));
  const result = await count(events, { steps: steps('a'), breakdown: 'utm_source' });
  expect(result.breakdown).toHaveLength(25);
  expect(result.breakdown[0]).toMatchObject({ value: 'source 0', steps: [{ count: 2 }] });
  expect(result.others).toMatchObject({ values: 3, steps: [{ count: 3 }] });
  expect(result.steps[0]?.count).toBe(30);
});

test('a breakdown by channel puts sources and referrers into their channels', async () => {
  const did = (person: string, context: object) => ({ person, event: 'a', at: MARCH, ...context });
  const { breakdown } = await count(
    [
      did('jane', { utmSource: 'newsletter' }),
      did('john', { utmMedium: 'email', utmSource: 'our-list' }),
      did('jack', { referrerHost: 'www.google.de' }),
      did('jill', {}),
    ],
    { steps: steps('a'), breakdown: 'channel' },
  );
  expect(breakdown.map(({ value, steps: [a] }) => [value, a?.count])).toEqual([
    ['e-mail', 2],
    ['search', 1],
    ['unknown', 1],
  ]);
});

test('an event may take a step together with the step before where the step says so', async () => {
  const sent = { event: 'form_submit' };
  const signedUp = { event: 'form_submit', properties: { event_label: 'success' } };
  const form = (person: string, event_label: string, second: number): PersonEvent => ({
    person,
    event: 'form_submit',
    at: MARCH + second * 1000,
    properties: { event_label },
  });
  const events = [
    ...inTurn('at-once seen', 'retried seen', 'failed seen', 'left seen'),
    form('at-once', 'success', 10),
    form('retried', 'error', 20),
    form('retried', 'success', 50),
    form('failed', 'error', 30),
  ];
  const of = async (last: Query['steps'][number], order: Query['order'] = 'ordered') => {
    const funnel = { steps: [{ event: 'seen' }, sent, last], order };
    return (await count(events, funnel)).steps.map((step) => step.count);
  };
  expect(await of({ ...signedUp, sameEvent: true })).toEqual([4, 3, 2]);
  expect(await of({ ...signedUp, sameEvent: true }, 'strict')).toEqual([4, 3, 2]);
  expect(await of({ ...signedUp, sameEvent: true }, 'unordered')).toEqual([4, 3, 2]);
  // By PostHog's rule, an event takes one step only. Somebody who signed up at once has no second event.
  expect(await of(signedUp)).toEqual([4, 3, 1]);
});

test('among those who took the first step, nobody else counts', async () => {
  const events = inTurn('jane a b', 'john b a c', 'jack b c', 'jill a');
  const of = async (amongFirst: boolean) =>
    (
      await count(events, { steps: steps('a', 'b', 'c'), order: 'unordered', amongFirst })
    ).steps.map((step) => step.count);
  expect(await of(true)).toEqual([3, 2, 1]);
  expect(await of(false)).toEqual([4, 3, 1]);
});

test('everybody with an event in the range was measured, whatever they did', async () => {
  const events = [...inTurn('jane a b', 'john x'), { person: 'late', event: 'a', at: MARCH + 1e9 }];
  const query = { steps: steps('a', 'b'), to: MARCH + 60_000 };
  expect((await count(events, query)).measured).toBe(2);
});
