import { expect, test } from 'vitest';
import { did, MARCH, recordAll } from '../events/testing/store-contract-events.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { countBehaviour } from './count-behaviour.ts';

const always = { from: null, to: null };
const scrolls = (person: string, percent_scrolled: number, after = 0) =>
  did(person, 'scroll', after, { properties: { percent_scrolled } });
const presses = (person: string, button_name: string, click_location: string) =>
  did(person, 'button_click', 0, { properties: { button_name, click_location } });
const sends = (person: string, event_label: string, after: number) =>
  did(person, 'form_submit', after, { properties: { event_label } });

test('who scrolled far has scrolled less far, and everybody with an event counts', async () => {
  const { store, read } = await openStoreAndReader();
  const reached = async (range = {}) => {
    const query = { ...always, ...range };
    const { people, scroll } = await read((reader) => countBehaviour(reader, query));
    expect(scroll.map(({ percent }) => percent)).toEqual([25, 50, 75, 90, 100]);
    return [people, ...scroll.map((one) => one.people)];
  };
  expect(await reached()).toEqual([0, 0, 0, 0, 0, 0]);
  await recordAll(store, [
    scrolls('jane', 25),
    scrolls('jane', 75, 60_000),
    scrolls('jane', 25, 120_000),
    scrolls('john', 50),
    // Arrived in another order.
    scrolls('jack', 100),
    scrolls('jack', 25),
    did('jill', 'section_view', 0),
  ]);
  expect(await reached()).toEqual([4, 3, 3, 2, 1, 1]);
  expect(await reached({ to: MARCH })).toEqual([4, 3, 2, 1, 1, 1]);
});

test('a button is known by its name and its place, has those who signed up later, and the rarest are added up, in one pass or several', async () => {
  const { store, read } = await openStoreAndReader();
  const madeUp = Array.from({ length: 150 }, (_, index) => `made up ${index}`);
  await recordAll(store, [
    ...['jane', 'jane', 'john'].map((person) => presses(person, 'Notify me', 'hero')),
    presses('jane', 'Notify me', 'header'),
    presses('jane', 'Notify me', 'header'),
    ...madeUp.map((name) => presses('mallory', name, 'menu')),
    // No button, though it has such a property.
    did('jill', 'section_view', 0, { properties: { button_name: 'x' } }),
    // Jane signs up after a press and John before his; Mallory's form fails.
    sends('jane', 'success', 60_000),
    sends('john', 'success', -60_000),
    sends('mallory', 'error', 60_000),
  ]);
  for (const maxValues of [40, 10_000]) {
    const { people, buttons, others } = await read((reader) =>
      countBehaviour(reader, always, maxValues),
    );
    expect(buttons.slice(0, 3)).toEqual([
      { name: 'Notify me', location: 'hero', people: 2, signups: 1, presses: 3 },
      { name: 'Notify me', location: 'header', people: 1, signups: 1, presses: 2 },
      { name: 'made up 0', location: 'menu', people: 1, signups: 0, presses: 1 },
    ]);
    expect([people, buttons.length]).toEqual([4, 100]);
    expect(others).toEqual({ buttons: 52, people: 52, presses: 52 });
  }
});
