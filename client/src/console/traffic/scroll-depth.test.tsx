// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { ScrollDepth } from './scroll-depth.tsx';

const SENTENCE = 'figcaption span';

test.each([
  [1000, 679, 'About one in three stops before the end.'],
  [1000, 500, 'About one in two stops before the end.'],
  [1000, 240, 'About one in four reaches the end.'],
  [1000, 870, 'About one in 8 stops before the end.'],
  [1000, 20, 'Hardly anybody reaches the end.'],
  [1000, 980, 'Nearly all reach the end.'],
  // Of few people nothing is said.
  [29, 10, ''],
  [0, 0, ''],
])('of %i visitors %i reach the end: “%s”', async (people, reached, sentence) => {
  const { place, render } = openPlace();
  const scroll = [{ percent: 100 as const, people: reached }];
  await render(<ScrollDepth data={{ people, scroll, buttons: [] }} before={null} />);
  expect(place.querySelector(SENTENCE)?.textContent.trim()).toBe(sentence);
});
