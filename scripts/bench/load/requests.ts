// The requests of visitors' browsers, by kind: their bytes, and the check for the right answer.
import { gzipSync } from 'node:zlib';
import type { Answer } from './connection.ts';
import { capture, envelopes, newId, VISITORS, visitorId } from './request-bodies.ts';

export interface VisitRequest {
  bytes: Buffer;
  isRight(answer: Answer): boolean;
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
export type VisitKind = keyof typeof MIX | 'one event' | 'ten events' | 'anything';

/**
 * Visitors with a grant come and go. A visitor certainly has no event under way once this many others have left after
 * them.
 */
const GONE_FOR_CERTAIN = 100;

/**
 * Creates requests of each kind, no two with the same ids. The visitors of parts/visitors.ts must have their grants.
 *
 * @param needsSite false where the kinds are only those that a server without pages answers
 */
export async function createVisits(port: number, posthogKey: string, needsSite: boolean) {
  const url = `http://127.0.0.1:${port}`;
  const pages = needsSite ? await readPages(url) : new Map([['/', '']]);
  const asked = needsSite ? await readAsked(url) : {};
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
  const post = (path: string, body: object | string, headers: readonly string[] = []) =>
    write(
      `POST ${path} HTTP/1.1`,
      [JSON_TYPE, ...FETCH, ...headers],
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  function events(count: number) {
    const next = envelopes(count);
    const right = `{"accepted":${count},"duplicates":0,"rejected":[]}`;
    const isRight = ({ status, body }: Answer) => status === 200 && body === right;
    return () => ({ bytes: post('/api/events', next(nextPerson())), isRight });
  }

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
    return { bytes, isRight };
  };
  function replaceOneBy(consentId: string) {
    gone.push(...people.splice(0, 1));
    people.push(consentId);
  }

  const requests: Record<VisitKind, () => VisitRequest> = {
    'page, br': () => ({
      bytes: write(`GET ${nextPath()} HTTP/1.1`, NAVIGATION),
      isRight: ({ status, head }) => status === 200 && /^content-encoding: br$/im.test(head),
    }),
    'page, not modified': () => {
      const path = nextPath();
      const known = `If-None-Match: ${pages.get(path)}`;
      const bytes = write(`GET ${path} HTTP/1.1`, [...NAVIGATION, known]);
      return { bytes, isRight: ({ status }) => status === 304 };
    },
    'consent decision': decide,
    'events, /api/events': events(3),
    'one event': events(1),
    'ten events': events(10),
    anything: () => ({
      bytes: write('GET / HTTP/1.1', []),
      isRight: ({ status }) => status === 200,
    }),
    'events, /ingest': () => {
      const body = gzipSync(JSON.stringify(capture(nextPerson(), posthogKey, 2)), { level: 1 });
      const start = `POST /ingest/e/?_=${Date.now()}&ver=1.434.18 HTTP/1.1`;
      return {
        bytes: write(start, ['Content-Type: text/plain', ...FETCH], body),
        // Events without consent are answered 200 too, with a header that tells them apart.
        isRight: ({ status, head, body: text }) =>
          status === 200 && text === '{"status":"Ok"}' && !/^server-timing/im.test(head),
      };
    },
    signup: () => {
      const row = { name: 'Jane Example', email: `${newId()}@example.org`, youtube_channel: null };
      const rest = { use_case: 'Dubbing a course into German', signup_type: 'beta' };
      const bytes = post('/rest/v1/notifyme_signups', { ...row, ...rest }, [
        'apikey: public-anon-key',
      ]);
      return { bytes, isRight: ({ status }) => status === 201 };
    },
  };
  return requests;
}

/** Returns the values in turn, over and over. Values that are added or removed meanwhile count from then on. */
function inTurn<T>(values: readonly T[]): () => T {
  let count = 0;
  return () => values[count++ % values.length] as T;
}

/** Returns the revision and the text hash that a grant must name. */
async function readAsked(url: string): Promise<object> {
  const page = await (await fetch(url)).text();
  const [, block = ''] = /<script[^>]*id="page-data"[^>]*>([^<]*)</.exec(page) ?? [];
  const { revision, textHash } = JSON.parse(block) as Record<string, unknown>;
  return { revision, textHash };
}

/** Maps every page in the site's sitemap to the ETag of its brotli coding. */
async function readPages(url: string): Promise<ReadonlyMap<string, string>> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = new Map<string, string>();
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const path = new URL(address).pathname;
    const { headers } = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
    pages.set(path, headers.get('etag') ?? '');
  }
  if (pages.size === 0) throw new Error('the sitemap lists no page');
  return pages;
}

const BROWSER = [
  'Connection: keep-alive',
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
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
