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

test('a step that the event of the step before may take has a tilde', () => {
  const step = { event: 'a', properties: { b: 'c' }, sameEvent: true } as const;
  expect(formatStep(step)).toBe('~a:b=c');
  expect(parseStep('~a:b=c')).toEqual(step);
  expect(parseStep('~*')).toEqual({ event: null, properties: {}, sameEvent: true });
  expect(formatStep({ event: '~a', properties: {} })).toBe('%7Ea');
  expect(parseStep('%7Ea')).toEqual({ event: '~a', properties: {} });
});

test('numbers and booleans are written like text', () => {
  expect(formatStep({ event: 'scroll', properties: { percent_scrolled: 25, new: true } })).toBe(
    'scroll:percent_scrolled=25,new=true',
  );
});

test.each([
  '',
  ':',
  ':a=b',
  'a:',
  'a:b',
  'a:b=',
  'a:=c',
  'a:b=c,',
  'a:b=c=d',
  'a%E0',
  'a:b=%',
  '~',
  '~:a=b',
])('%j is not a step, and the error says what a step is', (text) => {
  expect(() => parseStep(text)).toThrow(/^a step is ".*"; expected .*button_click/);
});

test.each(['section_view:section_name=hero,section_name=signup', 'section_view:__proto__=x'])(
  '%s is refused, and no part of it is dropped',
  (text) => {
    expect(() => parseStep(text)).toThrow('a step is');
  },
);
