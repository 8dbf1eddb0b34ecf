import { expect, test } from 'vitest';
import { formatStep, parseStep } from './funnel-step-text.ts';

test.each([
  ['button_click', 'button_click', {}],
  ['*', null, {}],
  ['*:form_type=beta', null, { form_type: 'beta' }],
  [
    'form_submit:event_label=success,form_type=beta',
    'form_submit',
    { event_label: 'success', form_type: 'beta' },
  ],
  ['a%3Ab:c%3Dd=%2C%25%20', 'a:b', { 'c=d': ',% ' }],
  ['%2A', '*', {}],
  ['$pageview:$path=/a/b', '$pageview', { $path: '/a/b' }],
])('%s is a step, and the step is written so', (text, event, properties) => {
  expect(parseStep(text)).toEqual({ event, properties });
  expect(formatStep({ event, properties })).toBe(text);
});

test('numbers and booleans are written like text', () => {
  expect(formatStep({ event: 'scroll', properties: { percent_scrolled: 25, new: true } })).toBe(
    'scroll:percent_scrolled=25,new=true',
  );
});

test.each(['', ':', ':a=b', 'a:', 'a:b', 'a:b=', 'a:=c', 'a:b=c,', 'a:b=c=d', 'a%E0', 'a:b=%'])(
  '%j is not a step, and the error says what a step is',
  (text) => {
    expect(() => parseStep(text)).toThrow(/^a step is ".*"; expected .*button_click/);
  },
);
