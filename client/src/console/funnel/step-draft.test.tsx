import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as values from '#shared/event-values';
import { breakdownName } from './chosen-funnel.ts';
import { ASKABLE, draftsOf, newDraft, stepsOf } from './step-draft.ts';
import { StepFields } from './step-editor.tsx';

const draftsAt = (steps: readonly string[], preset = '') => draftsOf({ preset, steps });

test('an address without steps means those of its preset, which are written without steps', () => {
  expect(draftsAt([])).toHaveLength(3);
  expect(draftsAt([], 'signup')).toHaveLength(2);
  for (const preset of ['', 'top']) expect(stepsOf(draftsAt([], preset), { preset })).toEqual([]);
  expect(stepsOf(draftsAt([], 'signup'), { preset: '' })).toHaveLength(2);
});

test('custom steps are read and written back unchanged', () => {
  const steps = ['section_view:section_name=hero', '*', 'form_submit:event_label=success,x=1%2C2'];
  expect(stepsOf(draftsAt(steps), { preset: '' })).toEqual(steps);
});

test('the steps of a preset keep what they mean when they become own steps', () => {
  const [, ...others] = draftsAt([], 'form');
  const steps = stepsOf(others, { preset: '' });
  expect(steps).toEqual(['form_submit', '~form_submit:event_label=success']);
  expect(stepsOf(draftsAt(steps), { preset: '' })).toEqual(steps);
  // Before the first step there is no event.
  const [first] = stepsOf(draftsAt(steps).toReversed(), { preset: '' });
  expect(first).toBe('form_submit:event_label=success');
});

test('if a step or the preset cannot be read, the draft starts with the steps that are shown first', () => {
  expect(stepsOf(draftsAt(['a:b']), { preset: '' })).toEqual([]);
  expect(stepsOf(draftsAt([], 'nothing'), { preset: '' })).toEqual([]);
});

test('each draft has its own key, even when two steps are the same', () => {
  const step = { event: 'scroll', properties: {}, sameEvent: false };
  expect(newDraft(step).key).not.toBe(newDraft(step).key);
});

test('the properties that a step can filter by are those of the schema', () => {
  expect(ASKABLE.section_view.section_name).toEqual(values.TRACKED_SECTIONS);
  expect(ASKABLE.scroll.percent_scrolled).toEqual(values.SCROLL_MILESTONES.map(String));
  expect(ASKABLE.button_click.click_location).toEqual(values.CLICK_LOCATIONS);
  expect(ASKABLE.form_submit.form_type).toEqual(values.SIGNUP_TYPES);
});

// An address may have any name, even `constructor`, which every object has.
test('a step with a property called constructor shows that name and its value, as a breakdown does', () => {
  const step = { event: 'scroll', properties: { constructor: '25' } as never, sameEvent: false };
  const fields = <StepFields draft={{ key: 1, ...step }} position={1} onChange={() => {}} />;
  const html = renderToStaticMarkup(fields);
  expect(html).toContain('<span>constructor</span>');
  expect(html).toContain('<option value="25" selected="">25</option>');
  expect(breakdownName('constructor')).toBe('constructor');
});
