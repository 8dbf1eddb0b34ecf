import { expect, test } from 'vitest';
import { describeEvent } from './describe-record.ts';
import { loadWording } from './languages.ts';

const { myDataContent } = await (await loadWording('en')).load('cookies');

test.each([
  ['section_view', { section_name: 'hero' }, 'You saw the section “hero”'],
  ['$pageview', { a: 1 }, '$pageview {"a":1}'],
  // As in an imported event.
  ['button_click', { button_name: null }, 'You pressed “” ()'],
])('the event %s %j is described as %s', (name, properties, words) => {
  const event = { name, properties } as unknown as Parameters<typeof describeEvent>[0];
  expect(describeEvent(event, myDataContent)).toBe(words);
});
