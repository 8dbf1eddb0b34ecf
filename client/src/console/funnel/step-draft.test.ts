import { expect, test } from 'vitest';
import {
  CLICK_LOCATIONS,
  SCROLL_MILESTONES,
  SIGNUP_TYPES,
  TRACKED_SECTIONS,
} from '#shared/event-values';
import { ASKABLE, draftsOf, newDraft, siteFunnelFor, stepsOf } from './step-draft.ts';

test('an address without steps means the site’s own funnel, which is written without steps', () => {
  expect(draftsOf([])).toHaveLength(2);
  expect(stepsOf(draftsOf([]))).toEqual([]);
});

test('custom steps are read and written back unchanged', () => {
  const steps = ['section_view:section_name=hero', '*', 'form_submit:event_label=success,x=1%2C2'];
  expect(stepsOf(draftsOf(steps))).toEqual(steps);
});

test('if a step cannot be read, the draft starts with the site’s own funnel', () => {
  expect(stepsOf(draftsOf(['a:b']))).toEqual([]);
});

test('each draft has its own key, even when two steps are the same', () => {
  const step = { event: 'scroll', properties: {} };
  expect(newDraft(step).key).not.toBe(newDraft(step).key);
});

test('the funnel of one path ends with that path’s form', () => {
  expect(stepsOf(siteFunnelFor('beta')).at(-1)).toBe(
    'form_submit:event_label=success,form_type=beta',
  );
});

test('the properties that a step can filter by are those of the schema', () => {
  expect(ASKABLE.section_view.section_name).toEqual(TRACKED_SECTIONS);
  expect(ASKABLE.scroll.percent_scrolled).toEqual(SCROLL_MILESTONES.map(String));
  expect(ASKABLE.button_click.click_location).toEqual(CLICK_LOCATIONS);
  expect(ASKABLE.form_submit.form_type).toEqual(SIGNUP_TYPES);
});
