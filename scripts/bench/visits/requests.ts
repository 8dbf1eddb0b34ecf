// The requests of visitors' browsers, by kind: their bytes, and the check for the right answer.
import { gzipSync } from 'node:zlib';
import { USER_AGENT, VISITORS, visitorId } from '../parts/event-request.ts';
import { capture, EVENTS_PER_CAPTURE, EVENTS_PER_ENVELOPE, envelope, newId } from './bodies.ts';
import type { Answer } from './connection.ts';
import type { Asked } from './pages.ts';

export interface VisitRequest {
  bytes: Buffer;
  isRight(answer: Answer): boolean;
  /** Events that are kept when the answer is right. */
  events: number;
}

/**
 * How many of a hundred requests are of each kind. A visit is a page or two, often cached already, a decision, and
 * events for a while.
 */
export const MIX = {
  'page, br': 24,
  'page, not modified': 16,
  'consent decision': 6,
  'events, /api/events': 36,
  'events, /ingest': 12,
  signup: 6,
} as const;
export type VisitKind = keyof typeof MIX;

/**
 * Visitors with a grant come and go. A visitor certainly has no event under way once this many others have left after
 * them.
 */
const GONE_FOR_CERTAIN = 100;

export interface VisitsOptions {
  port: number;
  /** Paths of pages, with the ETag of each page's brotli coding. */
  pages: ReadonlyMap<string, string>;
  asked: Asked;
  posthogKey: string;
}

/** Creates requests of each kind, no two with the same ids. The visitors of visitors.ts must have their grants. */
export function createVisits({ port, pages, asked, posthogKey }: VisitsOptions) {
  const people = Array.from({ length: VISITORS }, (_, index) => visitorId(index));
  const gone: string[] = [];
  const nextPerson = inTurn(people);
  const nextPath = inTurn([...pages.keys()]);
  const nextClick = inTurn(['grant', 'refuse', 'grant', 'withdraw']);

  const write = (start: string, headers: readonly string[], body?: string | Buffer) => {
    const head = [start, `Host: 127.0.0.1:${port}`, ...BROWSER, ...headers];
    if (body === undefined) return Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
    head.push(`Origin: http://127.0.0.1:${port}`, `Content-Length: ${Buffer.byteLength(body)}`);
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
  };
  const post = (path: string, body: object, headers: readonly string[] = []) =>
    write(`POST ${path} HTTP/1.1`, [JSON_TYPE, ...FETCH, ...headers], JSON.stringify(body));

  function decide() {
    const click = nextClick();
    if (click === 'refuse') return decision(null, false);
    const left = click === 'withdraw' && gone.length > GONE_FOR_CERTAIN && gone.shift();
    return left ? decision(left, false) : decision(newId(), true);
  }
  const decision = (consentId: string | null, analytics: boolean) => {
    const decidedAt = new Date().toISOString();
    const proof = { source: 'banner', language: 'en', decidedAt, ...asked };
    const bytes = post('/api/consents', { consentId, analytics, ...proof });
    const isRight = ({ status }: Answer) => {
      if (status === 201 && consentId !== null && analytics) replaceOneBy(consentId);
      return status === 201;
    };
    return { bytes, isRight, events: 0 };
  };
  function replaceOneBy(consentId: string) {
    gone.push(...people.splice(0, 1));
    people.push(consentId);
  }

  const requests: Record<VisitKind, () => VisitRequest> = {
    'page, br': () => ({
      bytes: write(`GET ${nextPath()} HTTP/1.1`, NAVIGATION),
      isRight: ({ status, head }) => status === 200 && /^content-encoding: br$/im.test(head),
      events: 0,
    }),
    'page, not modified': () => {
      const path = nextPath();
      const known = `If-None-Match: ${pages.get(path)}`;
      const bytes = write(`GET ${path} HTTP/1.1`, [...NAVIGATION, known]);
      return { bytes, isRight: ({ status }) => status === 304, events: 0 };
    },
    'consent decision': decide,
    'events, /api/events': () => ({
      bytes: post('/api/events', envelope(nextPerson())),
      isRight: ({ status, body }) =>
        status === 200 &&
        body === `{"accepted":${EVENTS_PER_ENVELOPE},"duplicates":0,"rejected":[]}`,
      events: EVENTS_PER_ENVELOPE,
    }),
    'events, /ingest': () => {
      const body = gzipSync(JSON.stringify(capture(nextPerson(), posthogKey)), { level: 1 });
      const start = `POST /ingest/e/?_=${Date.now()}&ver=1.434.18 HTTP/1.1`;
      return {
        bytes: write(start, ['Content-Type: text/plain', ...FETCH], body),
        // Events without consent are answered 200 too, with a header that tells them apart.
        isRight: ({ status, head, body: text }) =>
          status === 200 && text === '{"status":"Ok"}' && !/^server-timing/im.test(head),
        events: EVENTS_PER_CAPTURE,
      };
    },
    signup: () => {
      const row = { name: 'Jane Example', email: `${newId()}@example.org`, youtube_channel: null };
      const rest = { use_case: 'Dubbing a course into German', signup_type: 'beta' };
      const bytes = post('/rest/v1/notifyme_signups', { ...row, ...rest }, [
        'apikey: public-anon-key',
      ]);
      return { bytes, isRight: ({ status }) => status === 201, events: 0 };
    },
  };
  return requests;
}

/** Returns the values in turn, over and over. Values that are added or removed meanwhile count from then on. */
function inTurn<T>(values: readonly T[]): () => T {
  let count = 0;
  return () => values[count++ % values.length] as T;
}

const BROWSER = [
  'Connection: keep-alive',
  `User-Agent: ${USER_AGENT}`,
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
];
const NAVIGATION = [
  'Accept: text/html,application/xhtml+xml,*/*;q=0.8',
  'Sec-Fetch-Site: none',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-Dest: document',
];
const FETCH = [
  'Accept: */*',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
];
const JSON_TYPE = 'Content-Type: application/json';
