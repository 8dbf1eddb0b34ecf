import { expect, test } from 'vitest';
import { describeMistake, formatStep, parseStep } from './funnel-step-text.ts';

test.each<[string, ReturnType<typeof parseStep>]>([
  ['button_click', { event: 'button_click', properties: {} }],
  ['*', { event: null, properties: {} }],
  ['*:form_type=beta', { event: null, properties: { form_type: 'beta' } }],
  ['a:b=success,c=beta', { event: 'a', properties: { b: 'success', c: 'beta' } }],
  ['a%3Ab:c%3Dd=%2C%25%20', { event: 'a:b', properties: { 'c=d': ',% ' } }],
  ['%2A', { event: '*', properties: {} }],
  ['$pageview:$path=/a/b', { event: '$pageview', properties: { $path: '/a/b' } }],
  // A step that the event of the step before may take.
  ['~a:b=c', { event: 'a', properties: { b: 'c' }, sameEvent: true }],
  ['~*', { event: null, properties: {}, sameEvent: true }],
  ['%7Ea', { event: '~a', properties: {} }],
])('%s is a step, and the step is written so', (text, step) => {
  expect(parseStep(text)).toEqual(step);
  expect(formatStep(step)).toBe(text);
});

test('numbers and booleans are written like text', () => {
  const properties = { percent_scrolled: 25, new: true };
  expect(formatStep({ event: 'a', properties })).toBe('a:percent_scrolled=25,new=true');
});

test.each([
  ...['', ':', ':a=b', 'a:', 'a:b', 'a:b=', 'a:=c', 'a:b=c,', 'a:b=c=d', 'a%E0', 'a:b=%', '~'],
  '~:a=b',
  // No part of it is dropped.
  ...['section_view:section_name=hero,section_name=signup', 'section_view:__proto__=x'],
])('%j is not a step, and the error says what a step is', (text) => {
  expect(() => parseStep(text)).toThrow();
  expect(describeMistake(text)).toMatch(/^a step is ".*"; expected .*button_click/);
});
