import { SCROLL_MILESTONES } from '#shared/event-values';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { uuidv7 } from '#shared/uuid';
import type { PublishedText } from '../consent/consent-texts.sql.ts';
import { type StoredContext, toContext } from '../store/event-context.ts';
import type { NewEvent, NewSignup } from '../store/store.ts';
import { enteredBy } from './demo-signups.ts';
import {
  DEMO_EVENTS_PER_PERSON,
  type DemoAct,
  type DemoSource,
  type DemoWay,
  isOutcome,
  NO_SOURCE,
  sourceOf,
  wayOf,
} from './demo-table.ts';

/** The text that the made-up visitors agreed to. It names no recipient, so the relay skips all their events. */
export const DEMO_TEXT: Omit<PublishedText, 'publishedAt'> = {
  hash: 'demo-data-demo-data',
  language: 'en',
  recipient: null,
  text: JSON.stringify({ title: 'Made-up visitors: nobody was asked' }),
};

/** What made-up people agreed to. */
export const DEMO_LAUNCH = 'Made-up visitors: nobody was asked for the message at the launch';

export interface DemoOptions {
  /** Number of people in hundreds. */
  people: number;
  days: number;
  /** When the last of them is there, in milliseconds since 1970 UTC. */
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
  signup: (ReturnType<typeof enteredBy> & Pick<NewSignup, 'email' | 'signupType'>) | null;
}

/** Returns the visits of all people in order of time. The same options give the same visits. */
export function createDemoVisits(options: DemoOptions): DemoVisit[] {
  const random = createRandom(options.seed);
  const visits: DemoVisit[] = [];
  for (let person = 0; person < options.people; person++) {
    visits.push(...visitsOf(person, options, random));
  }
  visits.sort((a, b) => a.at - b.at);
  const last = visits.at(-1);
  if (last) moveTo(last, options.until - SECOND_MS);
  return visits;
}

/** Moves a visit so that it ends at a time. */
function moveTo(visit: DemoVisit, end: number) {
  const by = end - (visit.events.at(-1)?.occurredAt ?? end);
  visit.at += by;
  visit.events = visit.events.map((event) => ({ ...event, occurredAt: event.occurredAt + by }));
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

const SECOND_MS = 1000;
/** What people read, visit by visit. */
const PATHS = ['/', '/about', '/privacy'];
const VIEWPORTS = ['small', 'small', 'small', 'medium', 'large'] as const;

/**
 * The days count in every time zone: each has begun by 14:00 UTC. Otherwise, a console that compares as many days would
 * compare them with the few visits of a few hours.
 */
const startOf = ({ days, until }: DemoOptions) =>
  Math.min(
    Math.floor((until - 1) / DAY_MS) * DAY_MS - (days - 1) * DAY_MS + 14 * HOUR_MS,
    until - DAY_MS,
  );

/** How far a page is scrolled when a section is in view. */
const MILESTONES_BEFORE: Partial<Record<DemoAct, readonly number[]>> = {
  pipeline: [25],
  benefits: [25, 50],
  signup: [25, 50, 75],
};

/** How far people scroll beyond the last section that they see: each goes one of these ways. */
const MILESTONES_AFTER: Partial<Record<DemoAct, readonly (readonly number[])[]>> = {
  hero: [[25], [], []],
  benefits: [[75], [], []],
  signup: [[90, 100], [90], [90], []],
};

/** Returns what a person does on the home page: they pass the milestones on the way to a section, and some after the last. */
function homePage({ acts }: DemoWay, person: number, signupType: string): DemoEvent[] {
  const passed = new Set<number>();
  return acts.flatMap((act, index) => {
    // People who agree at the form were not measured on the way to it.
    const before = index === 0 ? [] : (MILESTONES_BEFORE[act] ?? []);
    const now = before.filter((milestone) => !passed.has(milestone));
    for (const milestone of now) passed.add(milestone);
    const isLast = acts.slice(index + 1).every(isOutcome);
    const further = (isLast && MILESTONES_AFTER[act]) || [[]];
    const room = DEMO_EVENTS_PER_PERSON - acts.length - passed.size;
    const after = further[person % further.length]?.slice(0, room) ?? [];
    return [...now.map(scroll), toEvent(act, signupType), ...after.map(scroll)];
  });
}

/** Returns a person's ten events: first on the home page, then scrolling through other pages. */
function visitsOf(person: number, options: DemoOptions, random: Random): DemoVisit[] {
  const { until, seed } = options;
  const way = wayOf(person);
  const newId = (time: number) =>
    uuidv7(
      time,
      Uint8Array.from({ length: 10 }, () => random(256)),
    );
  const signupType = person % 2 === 0 ? 'beta' : 'notifyme';
  const pages = [homePage(way, person, signupType)];
  let left = DEMO_EVENTS_PER_PERSON - (pages[0]?.length ?? 0);
  for (; left > 0; left -= SCROLL_MILESTONES.length) {
    pages.push(SCROLL_MILESTONES.slice(0, left).map(scroll));
  }
  const start = startOf(options);
  // Somebody has just signed up, so that no alert finds it too quiet.
  const first = person === 0 ? until - 2 * HOUR_MS : start + random(until - start - 2 * HOUR_MS);
  const between = Math.floor(Math.min(5 * DAY_MS, until - first - HOUR_MS / 2) / pages.length);
  let at = first;
  const consentId = newId(first);
  const email = `demo-${seed}-${person}@example.org`;
  const signup = { ...enteredBy(person, signupType), email, signupType } as const;
  return pages
    .map((page, visit): DemoVisit => {
      if (visit > 0) at += HOUR_MS / 2 + random(between - HOUR_MS / 2);
      let time = at;
      const events = page.map((event) => {
        time += (2 + random(event.name === 'form_submit' ? 400 : 40)) * SECOND_MS;
        return { ...event, id: newId(time), occurredAt: time };
      });
      return {
        at,
        consentId,
        isFirst: visit === 0,
        sessionId: newId(at),
        context: {
          ...CONTEXTS[sourceOf(person)],
          path: PATHS[visit] ?? '/',
          viewport: VIEWPORTS[person % VIEWPORTS.length] ?? 'small',
        },
        events,
        signup: visit === 0 && way.acts.includes('success') ? signup : null,
      };
    })
    .filter(({ events }) => events.length > 0);
}

type DemoEvent = Pick<NewEvent, 'name' | 'properties'>;

export function toEvent(act: DemoAct, form_type: string): DemoEvent {
  if (isOutcome(act)) {
    const properties = { form_type, event_label: act, email_domain: 'example.org' };
    return { name: 'form_submit', properties };
  }
  const [, click_location] = act.split(' ');
  return click_location === undefined
    ? { name: 'section_view', properties: { section_name: act } }
    : { name: 'button_click', properties: { button_name: 'Notify me', click_location } };
}

export const scroll = (percent_scrolled: number): DemoEvent => ({
  name: 'scroll',
  properties: { percent_scrolled },
});

const DIRECT = { ...toContext(() => null), path: '/', language: 'en' };
/** Their channels are e-mail, search, video, AI assistant and unknown. */
const CONTEXTS: Record<DemoSource, Omit<StoredContext, 'viewport'>> = {
  newsletter: {
    ...DIRECT,
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'launch',
    utmContent: 'top-link',
  },
  google: { ...DIRECT, referrerHost: 'www.google.com' },
  youtube: {
    ...DIRECT,
    referrerHost: 'www.youtube.com',
    utmSource: 'youtube',
    utmMedium: 'video',
    utmCampaign: 'launch',
    utmContent: 'description',
  },
  'chatgpt.com': { ...DIRECT, referrerHost: 'chatgpt.com', utmSource: 'chatgpt.com' },
  [NO_SOURCE]: DIRECT,
};
