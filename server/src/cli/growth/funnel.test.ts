import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../start-error.ts';
import { type PersonEvent, recordAll } from '../../store/testing/store-contract-events.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { newTestDatabase, temporaryFolder } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { funnelCommand } from './funnel.ts';

interface Case {
  name: string;
  source: string;
  note?: string;
  order: string;
  steps: { event: string | null }[];
  events: PersonEvent[];
  expected: number[];
  expectedAverage?: (number | null)[];
  expectedMedian?: (number | null)[];
}

/** Taken from PostHog's own tests; each case names its source. */
const casesFile = new URL('../../testing/data/funnel-cases.json', import.meta.url);
const cases = JSON.parse(readFileSync(casesFile, 'utf8')) as Case[];

async function createDatabase(events: PersonEvent[]) {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  await recordAll(store, events);
  await store.close();
  return database;
}

function writeQuery(query: unknown) {
  const file = join(temporaryFolder(), 'query.json');
  writeFileSync(file, typeof query === 'string' ? query : JSON.stringify(query));
  return file;
}

const funnel = (file: string, ...args: string[]) => runGrowth(funnelCommand, file, args);

async function lineOf(...args: string[]) {
  const error = await funnel('none.db', ...args).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

test.each(cases)('PostHog: $name', async (one) => {
  const {
    name: _name,
    source: _source,
    note: _note,
    events,
    expected,
    expectedAverage,
    expectedMedian,
    ...query
  } = one;
  const file = await createDatabase(events);
  const { steps, ...rest } = JSON.parse(await funnel(file, '--query', writeQuery(query), '--json'));
  expect(rest).toEqual({});
  expect(steps).toEqual(
    query.steps.map(({ event }, index) => ({
      event,
      count: expected[index],
      averageSeconds: expectedAverage?.[index] ?? expect.toBeOneOf([null, expect.any(Number)]),
      medianSeconds: expectedMedian?.[index] ?? expect.toBeOneOf([null, expect.any(Number)]),
    })),
  );
});

test('there are cases for each order, and with exclusions', () => {
  expect(cases).toHaveLength(18);
  const orders = new Set(cases.map(({ order }) => order));
  expect(orders).toEqual(new Set(['ordered', 'strict', 'unordered']));
  expect(cases.filter((one) => 'exclusions' in one)).toHaveLength(5);
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
const at = (minute: number) => Date.UTC(2026, 2, 14, 12, minute);
const journeys: PersonEvent[] = [
  ...visit('jane', ALL, { utmSource: 'news' }),
  { person: 'jane', event: 'button_click', at: at(10), properties: { click_location: 'hero' } },
  { person: 'jane', event: 'form_submit', at: at(20), properties: { event_label: 'error' } },
  { person: 'jane', event: 'form_submit', at: at(30), properties: { event_label: 'success' } },
  ...visit('john', ['hero', 'pipeline', 'signup', 'benefits']),
  ...visit('jack', ['hero'], { utmSource: 'news' }),
  ...visit('jill', ['signup']),
];

test("without a step it is the site's own funnel, with rates, times and a chart", async () => {
  const lines = (await funnel(await createDatabase(journeys))).trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    'step | people | of first | of previous | mean time | median time',
    `hero viewed | 3 | 100.0 % | 100.0 % | ${'█'.repeat(24)}`,
    `pipeline viewed | 2 | 66.7 % | 66.7 % | 1 min 0 s | 1 min 0 s | ${'█'.repeat(16)}`,
    `benefits viewed | 2 | 66.7 % | 100.0 % | 1 min 30 s | 1 min 30 s | ${'█'.repeat(16)}`,
    `signup viewed | 1 | 33.3 % | 50.0 % | 1 min 0 s | 1 min 0 s | ${'█'.repeat(8)}`,
    `call to action pressed | 1 | 33.3 % | 100.0 % | 7 min 0 s | 7 min 0 s | ${'█'.repeat(8)}`,
    `signed up | 1 | 33.3 % | 100.0 % | 20 min 0 s | 20 min 0 s | ${'█'.repeat(8)}`,
  ]);
});

test('steps, order, window and dates describe any other funnel', async () => {
  const file = await createDatabase(journeys);
  const steps = ['--step', 'section_view:section_name=signup', '--step', '*'];
  const counts = async (...args: string[]) => {
    const { steps: found } = JSON.parse(await funnel(file, ...steps, '--json', ...args));
    return found.map((step: { event: string; count: number }) => [step.event, step.count]);
  };
  expect(await counts()).toEqual([
    ['section_view', 3],
    [null, 2],
  ]);
  expect(await counts('--order', 'unordered')).toEqual([
    ['section_view', 4],
    [null, 2],
  ]);
  expect(await counts('--window', '59s')).toEqual([
    ['section_view', 3],
    [null, 0],
  ]);
  expect(await counts('--from', '2026-03-15')).toEqual([
    ['section_view', 0],
    [null, 0],
  ]);
  expect(await counts('--to', '2026-03-14')).toEqual([
    ['section_view', 3],
    [null, 2],
  ]);
});

test('a breakdown shows a funnel for each value', async () => {
  const file = await createDatabase(journeys);
  const args = ['--step', 'section_view:section_name=hero', '--breakdown', 'utm_source'];
  const text = await funnel(file, ...args);
  expect(text).toMatch(/\n\nutm_source: news\nstep .*\nsection_view:section_name=hero +2 /);
  expect(text).toMatch(/\n\nutm_source: \(none\)\nstep .*\nsection_view:section_name=hero +1 /);
  expect(JSON.parse(await funnel(file, ...args, '--json'))).toMatchObject({
    steps: [{ count: 3 }],
    breakdown: [
      { value: 'news', steps: [{ count: 2 }] },
      { value: null, steps: [{ count: 1 }] },
    ],
    others: null,
  });
});

test('a database without events is reported', async () => {
  const text = await funnel(await createDatabase([]));
  expect(text).toMatch(/^hero viewed +0 +0\.0 %/m);
  expect(text).toContain('Nobody has taken the first step');
});

test('unknown keys in a query file are ignored, with a warning', async () => {
  const query = writeQuery({ steps: [{ event: 'a' }], exclusion: [], comment: 'x' });
  const [warning, json] = (
    await funnel(await createDatabase([]), '--query', query, '--json')
  ).split('\n');
  expect(warning).toMatch(/^ignored in .*query\.json: exclusion, comment$/);
  expect(JSON.parse(json ?? '').steps).toHaveLength(1);
});

test.each<[string[], RegExp]>([
  [['--stap', 'x'], /--stap.*[\s\S]*--step STEP/],
  [['extra'], /extra[\s\S]*--step STEP/],
  [['--step', 'a:b'], /^a step is "a:b"; expected .*form_submit:event_label=success/],
  [['--order', 'any'], /^order is "any": .*"ordered"\|"strict"\|"unordered"/],
  [['--window', '2 weeks'], /^--window is "2 weeks"; expected e\.g\. 14d/],
  [['--from', 'yesterday'], /^from is "yesterday": expected a day like 2026-03-14/],
  [
    ['--from', '2026-03-15', '--to', '2026-03-14'],
    /^from is "2026-03-15": expected a time before to/,
  ],
  [['--breakdown', 'browser'], /^breakdown is "browser": .*"utm_source"/],
  [['--query', 'q.json', '--step', 'a'], /remove --step/],
  [
    ['--query', 'no-such.json'],
    /^--query no-such\.json cannot be read: ENOENT.*expected a JSON file/,
  ],
  [[], /there is no database at none\.db; start the site once with npm start/],
])('%j says what is wrong and what is expected', async (args, line) => {
  expect(await lineOf(...args)).toMatch(line);
});

test.each<[unknown, RegExp]>([
  ['{', /cannot be read: /],
  ['[]', /query\.json is \[\]: .*expected object/],
  [{ order: 'ordered' }, /^steps is missing: .*expected array/],
  [{ steps: [] }, /^steps is \[\]: .*>=1/],
  [{ steps: [{ event: 3 }] }, /^steps\.0\.event is 3: .*expected string/],
  [{ steps: [{ event: 'a', propertys: {} }] }, /^steps\.0 is .*"propertys"/],
  [{ steps: [{ event: 'a', properties: { 'x"': 'b' } }] }, /without quotes/],
  [{ steps: [{ event: 'a' }], windowSeconds: 0 }, /^windowSeconds is 0: .*>0/],
  [
    { steps: [{ event: 'a' }], exclusions: [{ event: 'x', fromStep: 0, toStep: 1 }] },
    /^exclusions\.0 is .*: expected fromStep before toStep, both from 0 to 0/,
  ],
  [
    {
      order: 'unordered',
      steps: [{ event: 'a' }, { event: 'b' }, { event: 'c' }],
      exclusions: [{ event: 'x', fromStep: 0, toStep: 1 }],
    },
    /^exclusions\.0 is .*: an unordered funnel has exclusions from step 0 to step 2 only/,
  ],
])('the query %j is refused with what is wrong in it', async (query, line) => {
  expect(await lineOf('--query', writeQuery(query))).toMatch(line);
});
