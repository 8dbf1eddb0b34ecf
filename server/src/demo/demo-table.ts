import { FORM_OUTCOMES } from '#shared/event-values';

export const NO_SOURCE = 'No source';
/** Each hundred people come from one source. This is the order of the hundreds. */
export const DEMO_SOURCES = ['newsletter', 'google', 'youtube', 'chatgpt.com', NO_SOURCE] as const;
export type DemoSource = (typeof DEMO_SOURCES)[number];

export const DEMO_EVENTS_PER_PERSON = 10;
/** Refusals for each 100 people: by other browsers, which were asked too. */
export const DEMO_REFUSALS = 60;
/** Signups for each 100 people by those who refuse. They are evenly spread, so this divides the refusals. */
export const DEMO_UNMEASURED_SIGNUPS = 3;

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
  /** How many of each hundred people go this way, in the order of the sources. */
  people: readonly number[];
  /** How many steps they take, in the order of the presets. */
  takes: readonly number[];
  acts: readonly DemoAct[];
}

/** Each column of people adds up to a hundred. A press scrolls past the sections between, which are not seen. */
export const DEMO_WAYS: readonly DemoWay[] = `
hero’s button, signs up        | 10  4  6  5  1 | 2 3 3 1 3 | hero, press hero, signup, success
header’s button, signs up      |  4  2  2  3  1 | 2 3 3 2 3 | hero, pipeline, press header, signup, success
scrolls, signs up              |  6  3  2  4  1 | 2 3 0 4 3 | hero, pipeline, benefits, signup, success
agrees at the form, signs up   |  3  1  1  2  1 | 2 0 0 0 3 | signup, success
an error, then signs up        |  2  1  1  1  0 | 2 3 0 4 3 | hero, pipeline, benefits, signup, error, success
had signed up before           |  3  1  1  0  1 | 1 2 2 1 2 | hero, press hero, signup, duplicate
an error, gives up             |  2  1  1  1  1 | 1 2 0 4 2 | hero, pipeline, benefits, signup, error
header’s button only           | 10  7  6  6  3 | 1 2 2 1 1 | hero, press header, signup
reads everything               | 15 10  8 12  6 | 1 2 0 4 1 | hero, pipeline, benefits, signup
reads the benefits             | 20 20 15 20 15 | 0 1 0 3 0 | hero, pipeline, benefits
sees the top only              | 25 50 57 46 70 | 0 1 0 1 0 | hero`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', people = '', takes = '', acts = ''] = line.split(/ *\| */);
    return {
      name,
      people: people.split(/ +/).map(Number),
      takes: takes.split(' ').map(Number),
      acts: acts.split(', ') as DemoAct[],
    };
  });

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
