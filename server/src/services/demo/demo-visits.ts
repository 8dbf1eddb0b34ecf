import { SCROLL_MILESTONES } from '#shared/event-values';
import { DAY_MS } from '#shared/limits';
import { uuidv7 } from '#shared/uuid';
import { NO_VALUE } from '#shared/value-name';
import type { NewEvent, PublishedText, StoredContext } from '../../store/store.ts';
import {
  DEMO_EVENTS_PER_PERSON,
  type DemoAct,
  type DemoSource,
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

/** Returns a person's ten events: what they do in order, then scrolls, the last of them on a second visit. */
function visitsOf(person: number, { days, until, seed }: DemoOptions, random: Random): DemoVisit[] {
  const { acts } = wayOf(person);
  const newId = (time: number) =>
    uuidv7(
      time,
      Uint8Array.from({ length: 10 }, () => random(256)),
    );
  const signupType = person % 2 === 0 ? 'beta' : 'notifyme';
  const pages = [acts.map((act) => toEvent(act, signupType)), []];
  for (let scrolled = 0; scrolled < DEMO_EVENTS_PER_PERSON - acts.length; scrolled++) {
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
          viewport: VIEWPORTS[person % VIEWPORTS.length] ?? 'small',
        },
        events,
        signup: visit === 0 && acts.includes('success') ? signup : null,
      };
    })
    .filter(({ events }) => events.length > 0);
}

type DemoEvent = Pick<NewEvent, 'name' | 'properties'>;

function toEvent(act: DemoAct, form_type: string): DemoEvent {
  switch (act) {
    case 'hero':
    case 'pipeline':
    case 'benefits':
    case 'signup':
      return { name: 'section_view', properties: { section_name: act } };
    case 'press hero':
    case 'press header':
      return {
        name: 'button_click',
        properties: { button_name: 'Notify me', click_location: act.replace('press ', '') },
      };
    case 'success':
    case 'duplicate':
    case 'error':
      return {
        name: 'form_submit',
        properties: { form_type, event_label: act, email_domain: 'example.org' },
      };
  }
}

const scroll = (milestone: number): DemoEvent => ({
  name: 'scroll',
  properties: { percent_scrolled: SCROLL_MILESTONES[milestone] },
});

const DIRECT = {
  path: '/',
  referrerHost: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  language: 'en',
};
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
  [NO_VALUE]: DIRECT,
};
