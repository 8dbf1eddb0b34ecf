import { SCROLL_MILESTONES } from '#shared/event-values';
import { DAY_MS } from '#shared/limits';
import { uuidv7 } from '#shared/uuid';
import type { NewEvent, PublishedText, StoredContext } from '../store/store.ts';

/** How many of each 100 people from a source take each step of the site's own funnel. */
export const DEMO_SOURCES = {
  newsletter: [100, 90, 80, 60, 40, 20],
  google: [100, 70, 50, 30, 15, 5],
  '(none)': [100, 60, 40, 20, 10, 2],
} as const;
type Source = keyof typeof DEMO_SOURCES;

/** Each hundred people come from one source. This is the order of the hundreds. */
export const DEMO_TURNS: readonly Source[] = ['newsletter', 'google', 'google', '(none)', '(none)'];
export const DEMO_EVENTS_PER_PERSON = 10;
/** Refusals for each 100 people: by other browsers, which were asked too. */
export const DEMO_REFUSALS = 60;

/** The text that the made-up visitors agreed to. It names no recipient, so the relay skips all their events. */
export const DEMO_TEXT: Omit<PublishedText, 'publishedAt'> = {
  hash: 'demo-data-demo-data',
  language: 'en',
  recipient: null,
  text: JSON.stringify({ title: 'Made-up visitors: nobody was asked' }),
};

export interface DemoOptions {
  /** Number of people in hundreds. */
  people: number;
  days: number;
  /** The end of the last day, in milliseconds since 1970 UTC. */
  until: number;
  seed: number;
}

export interface DemoVisit {
  at: number;
  consentId: string;
  isFirst: boolean;
  sessionId: string;
  context: StoredContext;
  events: NewEvent[];
  signup: { name: string; email: string; signupType: 'notifyme' | 'beta' } | null;
}

/** The expected figures, which follow from the table above. */
export interface DemoAnswer {
  people: number;
  events: number;
  funnel: number[];
  bySource: Record<string, number[]>;
  refusals: number;
}

export function demoAnswer({ people }: Pick<DemoOptions, 'people'>): DemoAnswer {
  const bySource: Record<string, number[]> = {};
  for (let hundred = 0; hundred < people / 100; hundred++) {
    const source = sourceOf(hundred);
    bySource[source] = add(bySource[source], DEMO_SOURCES[source]);
  }
  return {
    people,
    events: people * DEMO_EVENTS_PER_PERSON,
    funnel: Object.values(bySource).reduce(add, []),
    bySource,
    refusals: (people / 100) * DEMO_REFUSALS,
  };
}

const add = (a: readonly number[] | undefined, b: readonly number[]) =>
  b.map((count, index) => count + (a?.[index] ?? 0));
const sourceOf = (hundred: number): Source => DEMO_TURNS[hundred % DEMO_TURNS.length] ?? 'google';

/** Returns the visits of all people in order of time. The same options give the same visits. */
export function createDemoVisits(options: DemoOptions): DemoVisit[] {
  const random = createRandom(options.seed);
  const visits: DemoVisit[] = [];
  for (let person = 0; person < options.people; person++) {
    visits.push(...visitsOf(person, options, random));
  }
  return visits.sort((a, b) => a.at - b.at);
}

type Random = (below: number) => number;

/** Mulberry32. The returned function returns a whole number from 0 to below its argument. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;
const VIEWPORTS = ['small', 'small', 'small', 'medium', 'large'] as const;
const FIRST_NAMES = ['Ada', 'Bela', 'Chloé', 'Dmitri', 'Emi', 'Farid', 'Grace', 'Hana'];
const LAST_NAMES = ['Lovelace', 'Grün', 'O’Neill', 'Иванов', '山田', 'Şahin', 'Núñez'];

/** Returns a person's ten events: the funnel's steps in order, then scrolls, the last of them on a second visit. */
function visitsOf(person: number, { days, until, seed }: DemoOptions, random: Random): DemoVisit[] {
  const source = sourceOf(Math.floor(person / 100));
  const quotas = DEMO_SOURCES[source];
  const steps = quotas.filter((quota) => person % 100 < quota).length;
  const newId = (time: number) =>
    uuidv7(
      time,
      Uint8Array.from({ length: 10 }, () => random(256)),
    );
  const signupType = person % 2 === 0 ? 'beta' : 'notifyme';
  const pages = [STEPS.slice(0, steps).map((step) => step(signupType)), []];
  for (let scrolled = 0; scrolled < DEMO_EVENTS_PER_PERSON - steps; scrolled++) {
    pages[scrolled < 5 ? 0 : 1]?.push(scroll(scrolled % 5));
  }
  const first = until - days * DAY_MS + random(days * DAY_MS - 3 * HOUR_MS);
  const second = first + HOUR_MS + random(Math.min(5 * DAY_MS, until - first - 2 * HOUR_MS));
  const consentId = newId(first);
  const name = `${FIRST_NAMES[person % 8]} ${LAST_NAMES[person % 7]}`;
  const signup = { name, email: `demo-${seed}-${person}@example.org`, signupType } as const;
  return pages
    .map((page, visit): DemoVisit => {
      const at = visit === 0 ? first : second;
      let time = at;
      const events = page.map((event) => {
        time += (2 + random(40)) * SECOND_MS;
        return { ...event, id: newId(time), occurredAt: time };
      });
      return {
        at,
        consentId,
        isFirst: visit === 0,
        sessionId: newId(at),
        context: contextOf(source, VIEWPORTS[person % VIEWPORTS.length] ?? 'small'),
        events,
        signup: visit === 0 && steps === STEPS.length ? signup : null,
      };
    })
    .filter(({ events }) => events.length > 0);
}

type DemoEvent = Pick<NewEvent, 'name' | 'properties'>;

const seen = (section_name: string) => (): DemoEvent => ({
  name: 'section_view',
  properties: { section_name },
});
const STEPS: readonly ((form_type: string) => DemoEvent)[] = [
  seen('hero'),
  seen('pipeline'),
  seen('benefits'),
  seen('signup'),
  () => ({
    name: 'button_click',
    properties: { button_name: 'Notify me', click_location: 'hero' },
  }),
  (form_type) => ({
    name: 'form_submit',
    properties: { form_type, event_label: 'success', email_domain: 'example.org' },
  }),
];
const scroll = (milestone: number): DemoEvent => ({
  name: 'scroll',
  properties: { percent_scrolled: SCROLL_MILESTONES[milestone] },
});

const contextOf = (source: Source, viewport: string): StoredContext => ({
  path: '/',
  referrerHost: source === 'google' ? 'www.google.com' : null,
  utmSource: source === '(none)' ? null : source,
  utmMedium: source === 'newsletter' ? 'email' : null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  viewport,
});
