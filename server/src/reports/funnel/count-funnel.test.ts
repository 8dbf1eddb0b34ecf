import { expect, test } from 'vitest';
import type { z } from 'zod';
import { funnelQuerySchema } from '#shared/funnel';
import { MARCH, type PersonEvent, recordAll } from '../../events/testing/store-contract-events.ts';
import { openStoreAndReader } from '../../testing/open-reader.ts';
import { createChannelOf, shippedChannels } from '../load-channels.ts';
import { countFunnel } from './count-funnel.ts';

type Query = z.input<typeof funnelQuerySchema>;
/** Stores events, and counts funnels over them. */
async function record(events: PersonEvent[]) {
  const { store, read } = await openStoreAndReader();
  await recordAll(store, events);
  return (query: Query) =>
    read((reader) => countFunnel(reader, funnelQuerySchema.parse(query), channelOf));
}
const count = async (events: PersonEvent[], query: Query) => (await record(events))(query);
const counts = ({ steps }: Awaited<ReturnType<typeof count>>) => steps.map(({ count }) => count);

const channelOf = createChannelOf(shippedChannels());
/** Events a second apart: `'jane a b'` is a person and the names of her events. */
const inTurn = (...people: string[]): PersonEvent[] =>
  people.flatMap((line) => {
    const [person = '', ...names] = line.split(' ');
    return names.map((event, index) => ({ person, event, at: MARCH + index * 1000 }));
  });
const steps = (...names: string[]) => names.map((event) => ({ event }));

const after = (person: string, ms: number) => [
  { person, event: 'a', at: MARCH },
  { person, event: 'b', at: MARCH + ms },
];

test('the window includes its last millisecond and not the next; times cover everybody in it, even those in no time', async () => {
  const people = { at_once: 0, next: 1_000, third: 3_000, last: 10_000, late: 10_001 };
  const events = Object.entries(people)
    .flatMap((one) => after(...one))
    .reverse();
  const query = { steps: steps('a', 'b', 'c'), windowSeconds: 10 };
  expect((await count(events, query)).steps).toEqual([
    { event: 'a', count: 5, averageSeconds: null, medianSeconds: null },
    { event: 'b', count: 4, averageSeconds: 3.5, medianSeconds: 2 },
    { event: 'c', count: 0, averageSeconds: null, medianSeconds: null },
  ]);
});

test('"any event" can be a step, and any other event resets a strict funnel', async () => {
  const funnel = await record(inTurn('jane a x b', 'john a b', 'jack x a b'));
  expect(counts(await funnel({ order: 'strict', steps: steps('a', 'b') }))).toEqual([3, 2]);
  const any = { event: null };
  expect(counts(await funnel({ steps: [any, any, any] }))).toEqual([3, 3, 2]);
});

test('an exclusion leaves out who did it between its steps, and nobody else', async () => {
  const people = { first: 'a x b c d', second: 'a b x c d', third: 'a b c x d', none: 'a b c d' };
  const events = inTurn(...Object.entries(people).map((entry) => entry.join(' ')));
  const funnel = await record(events.map((event) => ({ ...event, utmSource: event.person })));
  for (const [fromStep, toStep, ...left] of [
    [0, 1, 'second', 'third', 'none'],
    [1, 2, 'first', 'third', 'none'],
    [2, 3, 'first', 'second', 'none'],
    [1, 3, 'first', 'none'],
    [0, 3, 'none'],
  ] as const) {
    const { breakdown } = await funnel({
      steps: steps('a', 'b', 'c', 'd'),
      exclusions: [{ event: 'x', fromStep, toStep }],
      breakdown: 'utm_source',
    });
    expect(breakdown.map(({ value }) => value).toSorted()).toEqual(left.toSorted());
    for (const { steps: each } of breakdown)
      expect(each.map((step) => step.count)).toEqual([1, 1, 1, 1]);
  }
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

test('values of as many people are in the order of their names, in whatever order these came; nothing is broken down unasked', async () => {
  const sources = ['zeta', 'mid', undefined, 'alpha', 'mid', 'beta'];
  const funnel = await record(
    sources.map((utmSource, index) => ({
      ...{ person: `p${index}`, event: 'a', at: MARCH + index },
      ...(utmSource && { utmSource }),
    })),
  );
  const { breakdown } = await funnel({ steps: steps('a'), breakdown: 'utm_source' });
  expect(breakdown.map(({ value }) => value)).toEqual(['mid', null, 'alpha', 'beta', 'zeta']);
  expect((await funnel({ steps: steps('a') })).breakdown).toEqual([]);
});

test('the first known channel of a person counts, and an unknown one where there is no other', async () => {
  const { breakdown } = await count(
    [
      { person: 'jane', event: 'a', at: MARCH },
      { person: 'jane', event: 'a', at: MARCH + 1, utmMedium: 'email' },
      { person: 'john', event: 'a', at: MARCH },
    ],
    { steps: steps('a'), breakdown: 'channel' },
  );
  expect(breakdown.map(({ value }) => value)).toEqual(['e-mail', 'unknown']);
});

test('a breakdown is by what an event had beside it, or by one of its properties', async () => {
  const context = { viewport: 'a', referrerHost: 'B', utmMedium: ' c', utmCampaign: 'D' };
  const [sent, pressed] = [
    { form_type: 'f', event_label: 'g' },
    { click_location: 'h', button_name: 'I' },
  ];
  const event = { person: 'jane', at: MARCH, ...context, utmContent: 'E' };
  const funnel = await record([
    { ...event, event: 'form_submit', properties: sent },
    { ...event, event: 'button_click', properties: pressed },
  ]);
  for (const [breakdown, value] of Object.entries({
    ...{ viewport: 'a', referrer_host: 'b', utm_medium: 'c', utm_campaign: 'd', utm_content: 'e' },
    ...sent,
    ...pressed,
  }) as [NonNullable<Query['breakdown']>, string][]) {
    const first = breakdown in pressed ? 'button_click' : 'form_submit';
    const result = await funnel({ steps: steps(first), breakdown });
    expect(result.breakdown).toMatchObject([{ value, steps: [{ count: 1 }] }]);
  }
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
  const funnel = await record(events);
  const of = async (last: Query['steps'][number], order: Query['order'] = 'ordered') =>
    counts(await funnel({ steps: [{ event: 'seen' }, sent, last], order }));
  for (const order of ['ordered', 'strict', 'unordered'] as const)
    expect(await of({ ...signedUp, sameEvent: true }, order)).toEqual([4, 3, 2]);
  // By PostHog's rule, an event takes one step only. Somebody who signed up at once has no second event.
  expect(await of(signedUp)).toEqual([4, 3, 1]);
});

test('among those who took the first step, nobody else counts', async () => {
  const funnel = await record(inTurn('jane a b', 'john b a c', 'jack b c', 'jill a'));
  const query = { steps: steps('a', 'b', 'c'), order: 'unordered' } as const;
  expect(counts(await funnel({ ...query, amongFirst: true }))).toEqual([3, 2, 1]);
  expect(counts(await funnel(query))).toEqual([4, 3, 1]);
});

test('everybody with an event in the range was measured, whatever they did', async () => {
  const events = [...inTurn('jane a b', 'john x'), { person: 'late', event: 'a', at: MARCH + 1e9 }];
  const query = { steps: steps('a', 'b'), to: MARCH + 60_000 };
  expect((await count(events, query)).measured).toBe(2);
});
