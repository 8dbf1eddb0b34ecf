import { expect, test } from 'vitest';
import { FUNNEL_PRESETS } from '#shared/site-funnels';
import { parseFunnelParams, warnAboutFunnel } from './funnel-params.ts';

const DAY_SECONDS = 86_400;
/** The funnel, or a failing test. */
function parse(params: Parameters<typeof parseFunnelParams>[0]) {
  const parsed = parseFunnelParams(params);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed;
}

test('the first preset is the default, and an address replaces what is not its steps', () => {
  expect(parse({})).toEqual(parse({ preset: ['signup'] }));
  expect(parse({ window: ['30'], breakdown: ['utm_source'] }).query).toMatchObject({
    windowSeconds: 30 * DAY_SECONDS,
    breakdown: 'utm_source',
  });
  for (const none of ['none', '']) {
    expect(parse({ preset: ['button'], breakdown: [none] }).query.breakdown).toBe(null);
  }
  expect(parse({ preset: ['button'] }).query.breakdown).toBe('click_location');
  expect(parse({ preset: ['button'], order: ['unordered'] }).query.breakdown).toBeNull();
  expect(parse({ order: ['strict'] })).toMatchObject({ preset: null, query: { order: 'strict' } });
  const own = FUNNEL_PRESETS.reading.order;
  expect(parse({ preset: ['reading'], order: [own] }).preset).toBe('reading');
});

test('steps of one’s own are named, in the words of the presets where they are the same', () => {
  const names = [
    'section_view:section_name=hero',
    '*',
    'scroll:percent_scrolled=25',
    'jump',
    'jump:a=b',
  ];
  const { preset, labels, query } = parse({ step: names, among: ['first'] });
  expect([preset, query.amongFirst]).toEqual([null, true]);
  const own = ['Did anything', 'Scrolled: 25 %', 'jump', 'jump: b'];
  expect(labels).toEqual(['Saw the top of the page', ...own]);
  expect(parse({ step: ['jump'] }).query.amongFirst).toBe(false);
  const took = ['Took at least 1 of 2 steps', 'Took all 2 steps'];
  expect(parse({ step: ['jump', '*'], order: ['unordered'] }).labels).toEqual(took);
  expect(parse({ step: ['jump'], order: ['unordered'] }).labels).toEqual(['jump']);
});

test.each([
  [{ preset: ['other'] }, 'preset', /^expected one of signup, /],
  [{ preset: ['signup', 'form'] }, 'preset', /^expected one of/],
  [{ preset: ['signup'], step: ['jump'] }, 'step', /^expected a preset or steps, not both$/],
  [{ step: ['jump'], among: ['last'] }, 'among', /^expected first, and beside steps only$/],
  [{ among: ['first'] }, 'among', /^expected first/],
  [{ step: ['jump', ''] }, 'step.1', /./],
  [{ window: ['0'] }, 'window', /^expected a whole number of days, from 1 to 9999$/],
  [{ window: ['10000'] }, 'window', /9999/],
  [{ window: ['1x'] }, 'window', /9999/],
  [{ window: ['x1'] }, 'window', /9999/],
  [{ window: ['1', '2'] }, 'window', /9999/],
  [{ order: ['backwards'] }, 'order', /./],
  [{ preset: ['button'], breakdown: ['form_type'] }, 'breakdown', /of the first step’s event/],
  [{ preset: ['form'], breakdown: ['event_label'] }, 'breakdown', /everybody in the funnel has/],
  [{ steps: ['jump'] }, 'steps', /step/],
])('%j is refused at %s', (params, path, message) => {
  const issue = { path, message: expect.stringMatching(message) };
  expect(parseFunnelParams(params)).toEqual({ ok: false, issues: [issue] });
});

test('all faults are told at once', () => {
  const faults = parseFunnelParams({ preset: ['x'], window: ['x'], colour: ['x'] });
  const issues = ['colour', 'preset', 'window'].map((path) => ({ path }));
  expect(faults).toMatchObject({ issues });
});

test.each<[string, RegExp | null]>([
  ['scroll', null],
  ['*', null],
  ['*:percent_scrolled=25', null],
  ['scroll:percent_scrolled=25', null],
  ['scroll:percent_scrolled=26', /^step 1: percent_scrolled is never "?26"?$/],
  ['scrol', /^step 1: there is no event called "scrol"; expected one of .*did you mean scroll/],
  [
    'scroll:percent=25',
    /^step 1: there is no property of scroll called "percent"; expected one of /,
  ],
  ['*:percent=25', /^step 1: there is no property called "percent"; expected one of /],
])('a step %s that nobody took', (text, warning) => {
  const { query } = parse({ step: [text] });
  const warnings = warnAboutFunnel(query, [{ count: 0 }]);
  expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : []);
  expect(warnAboutFunnel(query, [{ count: 1 }])).toEqual([]);
});

test('a warning names its step or exclusion; without an order, all steps count', () => {
  const { query } = parse({ step: ['scroll', 'jump'] });
  const counts = [{ count: 5 }, { count: 0 }];
  expect(warnAboutFunnel(query, counts)).toEqual([expect.stringMatching(/^step 2: /)]);
  expect(warnAboutFunnel(query, [])).toHaveLength(1);
  const unordered = { ...query, order: 'unordered' as const };
  expect(warnAboutFunnel(unordered, [{ count: 0 }, { count: 1 }])).toEqual([]);
  expect(warnAboutFunnel(unordered, counts)).toHaveLength(1);
  const exclusions = [{ event: 'leap', properties: {}, fromStep: 0, toStep: 1 }];
  const excluded = warnAboutFunnel({ ...query, exclusions }, [{ count: 5 }, { count: 5 }]);
  expect(excluded).toEqual([
    expect.stringMatching(/^exclusion 1: there is no event called "leap"/),
  ]);
});
