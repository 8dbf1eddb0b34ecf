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
    '1 of 3 people took all steps (33.3 %): too few to tell, 27 more are needed.',
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

test('each figure stands beside that of the month before, by the days that these have, also for each value', async () => {
  const people = (day: string, all: number, signing: number) =>
    Array.from({ length: all }, (_, index) => `${day}-${index}`).flatMap((person, index) => [
      { ...view(person, 'signup', 0), at: Date.parse(day) },
      ...(index < signing ? [signedUp(person, Date.parse(day) + 60_000)] : []),
    ]);
  // In Berlin, this is the last hour of January, and the first of February.
  const [january, february] = ['2026-01-31T22:30Z', '2026-01-31T23:30Z'];
  const file = await createDatabase([
    ...people(january, 9, 0),
    ...people(february, 1_400, 140),
    ...people('2026-03-10', 1_550, 775),
  ]);
  const march = ['--from', '2026-03-01', '--to', '2026-03-31', '--zone', 'Europe/Berlin'];
  const asked = [...march, '--compare'];
  const text = await funnel(file, ...asked, '--breakdown', 'utm_source');
  const tables = text.split('\n\n').filter((table) => table.startsWith('compared '));
  expect(rows(tables[0]?.trimEnd() ?? '')).toEqual([
    'compared | now | 2026-02-01 to 2026-02-28 | change',
    'Saw the signup section | people | 1,550 | 1,400 | +11 %',
    'Signed up | people | 775 | 140 | ▲ 454 %',
    ' | of first | 50.0 % | 10.0 % | ▲ 40.0 points',
    ' | of previous | 50.0 % | 10.0 % | ▲ 40.0 points',
    ' | mean time | 1 min | 1 min | same',
    ' | median time | 1 min | 1 min | same',
    'measured at all | people | 1,550 | 1,400 | +11 %',
    'time to convert | median | 1 min | 1 min | same',
    ' | 90 % within | 1 min | 1 min | same',
  ]);
  // Nobody had a source in either period.
  expect(rows(tables[1] ?? '')[1]).toBe('Saw the signup section | people | 1,550 | 1,400 | +11 %');
  const { steps, before } = JSON.parse(await funnel(file, ...asked, '--json'));
  expect([steps[1].count, before.steps[1].count]).toEqual([775, 140]);
});

test('of days to come, none is compared', async () => {
  const file = await createDatabase(journeys);
  const asked = ['--from', '2026-03-01', '--to', '2099-12-31', '--compare', '--json'];
  const { before } = JSON.parse(await funnel(file, ...asked));
  const from = Date.parse('2026-03-01');
  expect(before.from).toBeGreaterThan(from - (Date.now() - from) - 2 * 86_400_000);
});

test('conversion over time has a row for each day of the time zone, and one for who started before the chart', async () => {
  const long = Date.UTC(1990, 0, 1);
  const file = await createDatabase([
    ...journeys,
    { ...view('wrong', 'signup', 0), at: long },
    signedUp('wrong', long + 60_000),
  ]);
  const table = async (...args: string[]) => {
    const text = await funnel(file, ...args);
    return rows(text.slice(text.search(/\n(day|hour) /) + 1).trimEnd());
  };
  const range = ['--from', '2026-03-14', '--to', '2026-03-15', '--zone', 'Asia/Kathmandu'];
  expect(await table(...range, '--unit', 'day')).toEqual([
    'day | first step | last step | conversion | 95 % interval',
    `2026-03-14 | 3 | 1 | 33.3 %, 1 of 3 | 6.1 – 79.2 % | ${'█'.repeat(8)}`,
    '2026-03-15 | 0 | 0 | –',
  ]);
  const hours = await table(...range, '--unit', 'hour');
  // 12:00 UTC is 17:45 there.
  expect(hours.find((line) => line.includes('33.3'))).toMatch(/^2026-03-14 17:00 \| 3 \| 1 /);
  expect((await table('--unit', 'day'))[1]).toMatch(/^earlier \| 1 \| 1 \| 100\.0 %, 1 of 1/);
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
  expect(text).toContain('Nobody has taken the first step');
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
    did('john', 'a', 0, { utmSource: '(none)' }),
  ]);
  const bySource = ['--breakdown', 'utm_source'];
  const text = await funnel(file, '--step', 'a', ...bySource);
  expect(text).toMatch(/^utm_source: \(none\)$[\s\S]*^a +1 [\s\S]*^utm_source: "\(none\)"$/m);
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
  [['--compare', '--from', '2026-03-14'], /^--compare needs --from and --to, e\.g\. /],
  [['--query', 'no-such.json'], /^no-such\.json cannot be read: ENOENT.*expected a JSON file$/],
  [
    ['--query', '/dev/zero'],
    /^\/dev\/zero cannot be read: it has more than 10000000 bytes; expected a JSON file$/,
  ],
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
