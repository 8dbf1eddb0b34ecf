import { expect, test } from 'vitest';
import { canBreakDown, FUNNEL_BREAKDOWNS } from './funnel-breakdowns.ts';
import { parseStep } from './funnel-step-text.ts';
import { TRAFFIC_FIELDS } from './traffic-fields.ts';

const offered = (steps: string, order = 'ordered', amongFirst = false) => {
  const funnel = { steps: steps.split(' ').map(parseStep), order, amongFirst };
  return FUNNEL_BREAKDOWNS.filter((by) => canBreakDown(funnel, by)).slice(TRAFFIC_FIELDS.length);
};

test.each<[string, string[]]>([
  ['button_click section_view form_submit:event_label=success', ['click_location', 'button_name']],
  // Only who sent a form has a form.
  ['section_view form_submit', []],
  ['* form_submit', []],
  ['button_click:click_location=hero form_submit', ['button_name']],
  ['form_submit section_view', ['form_type', 'event_label']],
  // The last step is that outcome.
  ['form_submit ~form_submit:event_label=success', ['form_type']],
  ['form_submit:event_label=error form_submit:event_label=success', ['form_type']],
  ['form_type form_submit', []],
  ['constructor form_submit', []],
])('the funnel %s is broken down by values of the visit and %j', (steps, values) => {
  expect(offered(steps)).toEqual(values);
  expect(offered(steps, 'strict')).toEqual(values);
});

test('without an order, who took another step first has no value of the first step', () => {
  expect(offered('button_click form_submit', 'unordered')).toEqual([]);
  expect(offered('button_click form_submit', 'unordered', true)).toEqual([
    ...['click_location', 'button_name'],
  ]);
  expect(offered('button_click', 'unordered')).toEqual(['click_location', 'button_name']);
});

test('everybody has a visit', () => {
  const funnel = { steps: [parseStep('*')], order: 'unordered', amongFirst: false };
  expect(TRAFFIC_FIELDS.every((by) => canBreakDown(funnel, by))).toBe(true);
});
