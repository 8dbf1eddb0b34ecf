import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FUNNEL_PRESETS, PRESETS } from '#shared/site-funnels';
import { type PersonEvent, recordAll } from '../../store/testing/store-contract-events.ts';
import { runGrowth, writeQuery } from '../../testing/sites/run-growth.ts';
import { newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { funnelCommand } from './funnel-command.ts';

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

const funnel = (file: string, ...args: string[]) => runGrowth(funnelCommand, file, args);

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
  const printed = await funnel(file, '--query', writeQuery(query), '--json');
  const { steps, ...rest } = JSON.parse(printed.slice(printed.indexOf('{'))); // after warnings
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

const rows = (text: string) => text.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));

test('without a step it is the preset signup, with intervals, times and a chart', async () => {
  const text = await funnel(await createDatabase(journeys));
  expect(rows(text.trimEnd())).toEqual([
    '1 of 3 people took all steps (33.3 %): too few to tell, 27 more are needed.',
    '',
    'step | people | of first | 95 % interval | of previous | 95 % interval | mean time | median time',
    `Saw the signup section | 3 | – | – | ${'█'.repeat(24)}`,
    `Signed up | 1 | 33.3 %, few | 6.1 – 79.2 % | 33.3 %, few | 6.1 – 79.2 % | 27 min | 27 min | ${'█'.repeat(8)}`,
    '',
    'measured at all | 4 people, of the 100.0 % who agreed: 4 of 4 answers',
    'time to convert | median 27 min, 90 % within 27 min, from the first step to the last',
  ]);
});

test.each(PRESETS)('the preset %s has its own steps, order and breakdown', async (preset) => {
  const file = await createDatabase(journeys);
  const { label: _, steps, breakdown } = FUNNEL_PRESETS[preset];
  const answer = JSON.parse(await funnel(file, '--preset', preset, '--json'));
  expect(answer).toMatchObject({ preset, labels: steps.map(({ label }) => label) });
  expect(answer.breakdown.length > 0).toBe(breakdown !== null);
  const text = await funnel(file, '--preset', preset);
  for (const { label } of steps) expect(text).toMatch(new RegExp(`^${label} +\\d`, 'm'));
  expect(text.includes(`\n\n${breakdown}: `)).toBe(breakdown !== null);
  const without = await funnel(file, '--preset', preset, '--breakdown', 'none');
  expect(without).not.toContain(`${breakdown}: `);
});

test('each figure stands beside that of the period before, and a rate differs only where that is clear', async () => {
  const saw = (person: string, day: number) => ({
    ...view(person, 'signup', 0),
    at: Date.UTC(2026, 2, day),
  });
  const signs = (person: string, day: number) => ({
    person,
    event: 'form_submit',
    at: Date.UTC(2026, 2, day) + 60_000,
    properties: { event_label: 'success' },
  });
  const people = (day: number, all: number, signing: number) =>
    Array.from({ length: all }, (_, index) => `${day}-${index}`).flatMap((person, index) => [
      saw(person, day),
      ...(index < signing ? [signs(person, day)] : []),
    ]);
  const file = await createDatabase([
    ...people(10, 40, 4),
    ...people(11, 60, 30),
    ...people(12, 60, 28),
    ...people(13, 10, 9),
  ]);
  const compare = async (day: number, ...options: string[]) => {
    const range = ['--from', `2026-03-${day}`, '--to', `2026-03-${day}`];
    const text = await funnel(file, ...range, '--compare', ...options);
    return text.split('\n\n').filter((table) => table.startsWith('compared '));
  };
  const [table = ''] = await compare(11);
  expect(rows(table.trimEnd())).toEqual([
    'compared | now | period before | change',
    'Saw the signup section | people | 60 | 40 | +50 %',
    'Signed up | people | 30 | 4',
    ' | of first | 50.0 % | 10.0 % | ▲ 40.0 pts',
    ' | of previous | 50.0 % | 10.0 % | ▲ 40.0 pts',
    ' | mean time | 1 min | 1 min | same',
    ' | median time | 1 min | 1 min | same',
    'measured at all | people | 60 | 40 | +50 %',
    'time to convert | median | 1 min | 1 min | same',
    ' | 90 % within | 1 min | 1 min | same',
  ]);
  const ofFirst = async (day: number) => rows((await compare(day))[0] ?? '')[3];
  expect(await ofFirst(12)).toBe(' | of first | 46.7 % | 50.0 % | −3.3 pts');
  expect(await ofFirst(13)).toBe(' | of first | 90.0 %, few | 46.7 % | +43.3 pts');
  // Nobody had a source in either period.
  const [, bySource = ''] = await compare(12, '--breakdown', 'utm_source');
  expect(rows(bySource)[2]).toBe('Signed up | people | 28 | 30 | −6.7 %');
  const range = ['--from', '2026-03-12', '--to', '2026-03-12'];
  const { steps, before } = JSON.parse(await funnel(file, ...range, '--compare', '--json'));
  expect([steps[1].count, before.steps[1].count]).toEqual([28, 30]);
});

test('conversion over time has a row for each hour, day or week of the time zone', async () => {
  const file = await createDatabase(journeys);
  const range = ['--from', '2026-03-14', '--to', '2026-03-15', '--zone', 'Asia/Kathmandu'];
  const table = async (unit: string) => {
    const text = await funnel(file, ...range, '--unit', unit);
    return rows(text.slice(text.indexOf(`\n${unit} `) + 1).trimEnd());
  };
  const bar = '█'.repeat(8);
  expect(await table('day')).toEqual([
    'day | first step | last step | conversion | 95 % interval',
    `2026-03-14 | 3 | 1 | 33.3 %, few | 6.1 – 79.2 % | ${bar}`,
    '2026-03-15 | 0 | 0 | –',
  ]);
  const hours = await table('hour');
  expect(hours).toHaveLength(1 + 48);
  // 12:00 UTC is 17:45 there.
  expect(hours.find((line) => line.includes('33.3'))).toMatch(/^2026-03-14 17:00 \| 3 \| 1 /);
  expect(await table('week')).toHaveLength(1 + 1);
});

test('people who started before the chart have a row of their own', async () => {
  const saw = { event: 'section_view', properties: { section_name: 'signup' } };
  const signedUp = { form_type: 'beta', event_label: 'success' };
  const file = await createDatabase([
    { ...saw, person: 'wrong', at: '1990-01-01T10:00:00Z' },
    { person: 'wrong', event: 'form_submit', properties: signedUp, at: '1990-01-01T10:01:00Z' },
    { ...saw, person: 'right', at: '2026-03-14T12:00:00Z' },
  ]);
  const text = await funnel(file, '--unit', 'day');
  const table = rows(text.slice(text.indexOf('\nday ') + 1).trimEnd());
  expect(table.slice(1).map((row) => row.split(' | ').slice(0, 4))).toEqual([
    ['earlier', '1', '1', '100.0 %, few'],
    ['2026-03-14', '1', '0', '0.0 %, few'],
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
  const among = ['--order', 'unordered', '--among-first'];
  expect((await counts(...among))[0]).toEqual(['section_view', 3]);
  await expect(funnel(file, '--among-first')).rejects.toThrow('--among-first beside --step');
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
  expect(text).toMatch(/\n\nutm_source: news\nstep .*\nSaw the top of the page +2 /);
  expect(text).toMatch(/\n\nutm_source: \(none\)\nstep .*\nSaw the top of the page +1 /);
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
  expect(text).toMatch(/^Saw the signup section +0 +–/m);
  expect(text).toContain('of those who agreed: no answers in that time');
  expect(text).toContain('Nobody has taken the first step');
});

test('unknown keys in a query file are ignored, and events that no page sends count, with a warning', async () => {
  const query = writeQuery({ steps: [{ event: 'a' }], exclusion: [], comment: 'x' });
  const [warning, other, absent, json] = (
    await funnel(await createDatabase([]), '--query', query, '--json')
  ).split('\n');
  expect(warning).toMatch(/^ignored in .*query\.json: exclusion; did you mean exclusions\?$/);
  expect(other).toMatch(/^ignored in .*query\.json: comment$/);
  expect(absent).toMatch(/^step 1: there is no event called "a"; expected one of form_submit, /);
  expect(JSON.parse(json ?? '').steps).toHaveLength(1);
});
