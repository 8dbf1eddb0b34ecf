import { expect, test } from 'vitest';
import {
  CLICK_LOCATIONS,
  SCROLL_MILESTONES,
  SIGNUP_TYPES,
  TRACKED_SECTIONS,
} from '#shared/event-values';
import { ASKABLE, draftsOf, newDraft, siteFunnelFor, stepsOf } from './step-draft.ts';

test('no steps are the site’s own, and the site’s own are no steps', () => {
  expect(draftsOf([])).toHaveLength(6);
  expect(stepsOf(draftsOf([]))).toEqual([]);
});

test('steps of one’s own are read and written as they were', () => {
  const steps = ['section_view:section_name=hero', '*', 'form_submit:event_label=success,x=1%2C2'];
  expect(stepsOf(draftsOf(steps))).toEqual(steps);
});

test('a step that cannot be read leaves the site’s own to begin with', () => {
  expect(stepsOf(draftsOf(['a:b']))).toEqual([]);
});

test('drafts keep their keys apart, also of the same step twice', () => {
  const step = { event: 'scroll', properties: {} };
  expect(newDraft(step).key).not.toBe(newDraft(step).key);
});

test('the funnel of one path ends with that path’s form', () => {
  expect(stepsOf(siteFunnelFor('beta')).at(-1)).toBe(
    'form_submit:event_label=success,form_type=beta',
  );
});

test('what can be asked of an event is what the schema knows', () => {
  expect(ASKABLE.section_view.section_name).toEqual(TRACKED_SECTIONS);
  expect(ASKABLE.scroll.percent_scrolled).toEqual(SCROLL_MILESTONES.map(String));
  expect(ASKABLE.button_click.click_location).toEqual(CLICK_LOCATIONS);
  expect(ASKABLE.form_submit.form_type).toEqual(SIGNUP_TYPES);
});
