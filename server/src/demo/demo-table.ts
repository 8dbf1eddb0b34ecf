import { FORM_OUTCOMES } from '#shared/event-values';
import type { Preset } from '#shared/site-funnels';

export const NO_SOURCE = 'No source';
/** Each hundred people come from one source. This is the order of the hundreds. */
export const DEMO_SOURCES = ['newsletter', 'google', 'youtube', 'chatgpt.com', NO_SOURCE] as const;
export type DemoSource = (typeof DEMO_SOURCES)[number];

export const DEMO_EVENTS_PER_PERSON = 10;
/** Refusals for each 100 people: by other browsers, which were asked too. */
export const DEMO_REFUSALS = 60;

/** What made-up people do, one after another. */
export type DemoAct =
  | 'hero'
  | 'pipeline'
  | 'benefits'
  | 'signup'
  | 'press hero'
  | 'press header'
  | 'success'
  | 'duplicate'
  | 'error';

export interface DemoWay {
  /** How it reads in a table. */
  name: string;
  acts: readonly DemoAct[];
  /** How many of each hundred people go this way, in the order of the sources. */
  people: readonly [number, number, number, number, number];
  /** How many steps of each preset they take. */
  takes: Readonly<Record<Preset, number>>;
}

const way = (
  name: string,
  acts: string,
  people: DemoWay['people'],
  [signup, top, button, reading, form]: readonly [number, number, number, number, number],
): DemoWay => ({
  name,
  acts: acts.split(', ') as DemoAct[],
  people,
  takes: { signup, top, button, reading, form },
});

/** Each column of people adds up to a hundred. A press scrolls past the sections between, which are not seen. */
export const DEMO_WAYS: readonly DemoWay[] = [
  way(
    'hero’s button, signs up',
    'hero, press hero, signup, success',
    [10, 4, 6, 5, 1],
    [2, 3, 3, 1, 3],
  ),
  way(
    'header’s button, signs up',
    'hero, pipeline, press header, signup, success',
    [4, 2, 2, 3, 1],
    [2, 3, 3, 2, 3],
  ),
  way(
    'scrolls, signs up',
    'hero, pipeline, benefits, signup, success',
    [6, 3, 2, 4, 1],
    [2, 3, 0, 4, 3],
  ),
  way('agrees at the form, signs up', 'signup, success', [3, 1, 1, 2, 1], [2, 0, 0, 0, 3]),
  way(
    'an error, then signs up',
    'hero, pipeline, benefits, signup, error, success',
    [2, 1, 1, 1, 0],
    [2, 3, 0, 4, 3],
  ),
  way(
    'had signed up before',
    'hero, press hero, signup, duplicate',
    [3, 1, 1, 0, 1],
    [1, 2, 2, 1, 2],
  ),
  way(
    'an error, gives up',
    'hero, pipeline, benefits, signup, error',
    [2, 1, 1, 1, 1],
    [1, 2, 0, 4, 2],
  ),
  way('header’s button only', 'hero, press header, signup', [10, 7, 6, 6, 3], [1, 2, 2, 1, 1]),
  way('reads everything', 'hero, pipeline, benefits, signup', [15, 10, 8, 12, 6], [1, 2, 0, 4, 1]),
  way('reads the benefits', 'hero, pipeline, benefits', [20, 20, 15, 20, 15], [0, 1, 0, 3, 0]),
  way('sees the top only', 'hero', [25, 50, 57, 46, 70], [0, 1, 0, 1, 0]),
];

export const isOutcome = (act: DemoAct): boolean =>
  (FORM_OUTCOMES as readonly DemoAct[]).includes(act);

export const sourceOf = (person: number): DemoSource =>
  DEMO_SOURCES[Math.floor(person / 100) % DEMO_SOURCES.length] ?? NO_SOURCE;

/** Returns which way a person goes: the first people of each hundred go the first way, and so on. */
export function wayOf(person: number): DemoWay {
  const column = DEMO_SOURCES.indexOf(sourceOf(person));
  let place = person % 100;
  for (const one of DEMO_WAYS) {
    const people = one.people[column] ?? 0;
    if (place < people) return one;
    place -= people;
  }
  throw new Error(`the people of ${sourceOf(person)} do not add up to a hundred`);
}
