import { expect, test } from 'vitest';
import { describeEvent } from './describe-record.ts';
import { loadWording } from './languages.ts';

const { myDataContent } = await (await loadWording('en')).load('cookies');

const event = (name: string, properties: Record<string, unknown>) =>
  describeEvent({ name, properties } as Parameters<typeof describeEvent>[0], myDataContent);

test('an event is described by its properties', () => {
  expect(event('section_view', { section_name: 'hero' })).toBe('You saw the section “hero”');
  expect(event('$pageview', { a: 1 })).toBe('$pageview {"a":1}');
});

test('a property that is missing or null, as in an imported event, is left empty', () => {
  expect(event('button_click', { button_name: null })).toBe('You pressed “” ()');
});
