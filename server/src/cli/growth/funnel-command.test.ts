import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { did, type PersonEvent, recordAll } from '../../events/testing/store-contract-events.ts';
import { StartError } from '../../lib/start-error.ts';
import { runGrowth, writeQuery } from '../../testing/sites/run-growth.ts';
import { filledDatabase } from '../../testing/test-app.ts';
import { apiCommand } from './api-command.ts';
import { funnelCommand } from './funnel-command.ts';

interface Case {
  name: string;
  steps: { event: string | null }[];
  events: PersonEvent[];
  expected: number[];
  expectedAverage?: (number | null)[];
  expectedMedian?: (number | null)[];
}

/** Taken from PostHog's own tests; each case names its source. */
const casesFile = new URL('../../testing/data/funnel-cases.json', import.meta.url);
const cases = JSON.parse(readFileSync(casesFile, 'utf8')) as Case[];

const createDatabase = (events: PersonEvent[]) =>
  filledDatabase((store) => recordAll(store, events));

const funnel = (file: string, ...args: string[]) => runGrowth(funnelCommand, file, args);

test.each(cases)('PostHog: $name', async (one) => {
  const { events, steps: wanted, expected, expectedAverage, expectedMedian } = one;
  const file = await createDatabase(events);
  const printed = await funnel(file, '--query', writeQuery(one), '--json');
  const { steps, ...rest } = JSON.parse(printed.slice(printed.indexOf('{'))); // after warnings
  expect(rest).toEqual({});
  const anyTime = expect.toBeOneOf([null, expect.any(Number)]);
  expect(steps).toEqual(
    wanted.map(({ event }, index) => ({
      event,
      count: expected[index],
      averageSeconds: expectedAverage?.[index] ?? anyTime,
      medianSeconds: expectedMedian?.[index] ?? anyTime,
    })),
  );
});

const view = (person: string, section_name: string, minute: number, more: object = {}) => ({
  person,
  event: 'section_view',
  at: Date.UTC(2026, 2, 14, 12, minute),
  properties: { section_name },
  ...more,
});
const visit = (person: string, sections: string[], more: object = {}) =>
  sections.map((section, minute) => view(person, section, minute, more));
const ALL = ['hero', 'pipeline', 'benefits', 'signup'];
const signedUp = (person: string, time: number) => ({
  ...{ person, event: 'form_submit', at: time },
  properties: { event_label: 'success' },
});
const at = (minute: number) => Date.UTC(2026, 2, 14, 12, minute);
const journeys: PersonEvent[] = [
  ...visit('jane', ALL, { utmSource: 'news' }),
  { person: 'jane', event: 'button_click', at: at(10), properties: { click_location: 'hero' } },
  { person: 'jane', event: 'form_submit', at: at(20), properties: { event_label: 'error' } },
  signedUp('jane', at(30)),
  ...visit('john', ['hero', 'pipeline', 'signup', 'benefits']),
  ...visit('jack', ['hero'], { utmSource: 'news' }),
  ...visit('jill', ['signup']),
];

const rows = (text: string) => text.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));

test('without a step it is the preset signup, with intervals, times and a chart', async () => {
  const text = await funnel(await createDatabase(journeys));
  expect(rows(text.trimEnd())).toEqual([
    '1 of 3 people took all steps (33.3 %).',
    '',
    'step | people | of first | 95 % interval | of previous | 95 % interval | mean time | median time',
    `Saw the signup section | 3 | – | – | ${'█'.repeat(24)}`,
    `Signed up | 1 | 33.3 %, 1 of 3 | 6.1 – 79.2 % | 33.3 %, 1 of 3 | 6.1 – 79.2 % | 27 min | 27 min | ${'█'.repeat(8)}`,
    '',
    'measured at all | 4 people',
    'figures | of the 100.0 % who agreed: 4 of 4 answers',
    'time to convert | median 27 min, 90 % within 27 min, from the first step to the last',
  ]);
});

test('steps, order, window and dates describe any other funnel', async () => {
  const file = await createDatabase(journeys);
  const steps = ['--step', 'section_view:section_name=signup', '--step', '*'];
  const counts = async (...args: string[]) => {
    const { steps: found } = JSON.parse(await funnel(file, ...steps, '--json', ...args));
    return found.map(({ count }: { count: number }) => count);
  };
  expect(await counts()).toEqual([3, 2]);
  expect(await counts('--order', 'unordered')).toEqual([4, 2]);
  expect((await counts('--order', 'unordered', '--among-first'))[0]).toBe(3);
  await expect(funnel(file, '--among-first')).rejects.toThrow(
    'among: expected first, and beside steps only',
  );
  expect(await counts('--window', '59s')).toEqual([3, 0]);
  expect(await counts('--from', '2026-03-15')).toEqual([0, 0]);
  expect(await counts('--to', '2026-03-14')).toEqual([3, 2]);
});

test('a database without events is reported; unknown keys in a query file are ignored, and events that no page sends count, with a warning', async () => {
  const file = await createDatabase([]);
  const text = await funnel(file);
  expect(text).toMatch(/^Saw the signup section +0 +–/m);
  expect(text).toContain('of those who agreed: no answers in that time');
  const query = writeQuery({ steps: [{ event: 'a' }], exclusion: [], comment: 'x' });
  const printed = await funnel(file, '--query', query, '--json');
  const [warning, other, absent, json] = printed.split('\n');
  expect(warning).toMatch(/^ignored in .*query\.json: exclusion; did you mean exclusions\?$/);
  expect(other).toMatch(/^ignored in .*query\.json: comment$/);
  expect(absent).toMatch(/^step 1: there is no event called "a"; expected one of form_submit, /);
  expect(JSON.parse(json ?? '').steps).toHaveLength(1);
});

test('a source that strangers called like no source has a line of its own', async () => {
  const file = await createDatabase([
    did('jane', 'a', 0),
    did('jane', 'a', 1),
    did('john', 'a', 0, { utmSource: 'No source' }),
  ]);
  const bySource = ['--breakdown', 'utm_source'];
  const text = await funnel(file, '--step', 'a', ...bySource);
  expect(text).toMatch(/^utm_source: No source$[\s\S]*^a +1 [\s\S]*^utm_source: "no source"$/m);
});

const STEPS = ['section_view:section_name=hero', 'section_view:section_name=signup'];
const OPTIONS = STEPS.flatMap((step) => ['--step', step]);

test('a saved funnel is counted by its name', async () => {
  const file = await createDatabase(journeys);
  const saved = { name: 'To the form', steps: STEPS, window: 7, breakdown: 'viewport' };
  await runGrowth(apiCommand, file, ['funnels', '--data', JSON.stringify(saved)]);
  const own = await funnel(file, ...OPTIONS, '--window', '7d', '--breakdown', 'viewport');
  expect(await funnel(file, '--name', 'To the form')).toBe(own);
  expect(await funnel(file, '--name', 'To the form', '--breakdown', 'none')).not.toBe(own);
  await expect(funnel(file, '--name', 'x\u202e')).rejects.toThrow(
    String.raw`there is no saved funnel "x\u202e"; there are: "To the form"`,
  );
});

async function refusal(...args: string[]) {
  const error = await funnel('none.db', ...args).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

test.each<[string[], RegExp]>([
  [['--stap', 'x'], /--stap.*[\s\S]*--step STEP/],
  [['--window', '2 weeks'], /^--window is "2 weeks"; expected e\.g\. 14d/],
  [['--breakdown', 'browser'], /^breakdown: .*\|"utm_source"\|/],
  [['--query', 'q.json', '--step', 'a'], /remove --step/],
  [['--preset', 'all'], /^preset: expected one of signup, top, button, reading, form$/],
  [['--preset', 'top', '--step', 'a'], /^step: expected a preset or steps, not both$/],
  [['--query', 'no-such.json'], /^no-such\.json cannot be read: ENOENT.*expected a JSON file$/],
  [['--name', 'x', '--preset', 'top'], /one of --name/],
])('%j says what is wrong and what is expected', async (args, line) => {
  await expect(refusal(...args)).resolves.toMatch(line);
});

test.each<[unknown, RegExp]>([
  [{ order: 'ordered' }, /query\.json: steps is missing; .*expected array/],
  [
    { steps: [{ event: 'a', propertys: {} }] },
    /: steps\.0\.propertys is \{\}; it is unknown, expected one of event, properties, sameEvent; did you mean properties\?/,
  ],
  [{ steps: [{ event: 'a', properties: { 'x"': 'b' } }] }, /without quotes/],
  [
    { steps: [{ event: 'a' }], exclusions: [{ event: 'x', fromStep: 0, toStep: 1 }] },
    /: exclusions\.0 is .*; expected fromStep before toStep, both from 0 to 0/,
  ],
  [
    {
      order: 'unordered',
      steps: [{ event: 'a' }, { event: 'b' }, { event: 'c' }],
      exclusions: [{ event: 'x', fromStep: 0, toStep: 1 }],
    },
    /: exclusions\.0 is .*; an unordered funnel has exclusions from step 0 to step 2 only/,
  ],
])('the query %j is refused with what is wrong in it', async (query, line) => {
  await expect(refusal('--query', writeQuery(query))).resolves.toMatch(line);
});
