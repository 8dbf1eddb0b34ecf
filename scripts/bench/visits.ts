// What visitors' browsers send: their bytes, and the checks for the right answers. No two have the same ids.
import { uuidv7 } from '#shared/uuid';
import { asOurs, encodeBody, readWireSamples } from '../../server/src/testing/data/wire-samples.ts';
import type { Answer, Kind } from './load.ts';

/** The key in the samples of what PostHog's SDKs send. */
export const POSTHOG_KEY = 'phc_TESTTOKEN';
const SESSION = '0195a000-0000-7000-8000-0000000000aa';
const EVENTS = [
  { name: 'section_view', properties: { section_name: 'pipeline' } },
  { name: 'scroll', properties: { percent_scrolled: 50 } },
  { name: 'button_click', properties: { button_name: 'Beta', click_location: 'header' } },
];
const BROWSER = [
  'Connection: keep-alive',
  'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
];
const NAVIGATION = ['Accept: text/html', 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'];
const FETCH = ['Accept: */*', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors'];
const JSON_TYPE = 'Content-Type: application/json';

const random = new Uint8Array(10);
export const newId = (time = Date.now()) => uuidv7(time, crypto.getRandomValues(random));
/** The consent ids of visitors who send events. `withSite` has given each a grant. */
export const VISITORS = Array.from({ length: 1_024 }, (_, at) => SESSION.slice(0, -4) + (1e3 + at));
const nextPerson = inTurn(VISITORS);

/** Returns an envelope as the page's tracker sends it. @param count at most 900 */
export function envelope(consentId: string, count: number): string {
  const timestamp = new Date().toISOString();
  const id = newId().slice(0, -3); // one for all events: the server must be busier than the load
  return JSON.stringify({
    consentId,
    sessionId: SESSION,
    sentAt: timestamp,
    context: { path: '/', viewport: 'large', referrerHost: 'www.example.org' },
    events: Array.from({ length: count }, (_, index) => ({
      ...{ id: `${id}${100 + index}`, timestamp },
      ...EVENTS[index % EVENTS.length],
    })),
  });
}

/** Returns the bytes of a request without a body. */
export const get = (port: number, path: string, headers: readonly string[] = []) =>
  write(port, `GET ${path}`, [...NAVIGATION, ...headers]);
const post = (port: number, path: string, body: string | Uint8Array, headers = [JSON_TYPE]) => {
  const bytes = Buffer.from(body);
  const own = [`Origin: http://127.0.0.1:${port}`, `Content-Length: ${bytes.length}`];
  return Buffer.concat([write(port, `POST ${path}`, [...FETCH, ...headers, ...own]), bytes]);
};

function write(port: number, start: string, headers: readonly string[]) {
  const lines = [`${start} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...BROWSER, ...headers];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/** Asks a server that has one page. */
export const onePage = (port: number): Kind => ({
  name: 'one page',
  make: () => get(port, '/'),
  isRight: ({ status }) => status === 200,
});

/** Sends `count` events of one visitor in one request. */
export const eventsAtOnce = (port: number, count: number): Kind => ({
  name: 'events, /api/events',
  make: () => post(port, '/api/events', envelope(nextPerson(), count)),
  isRight: ({ text }) => text.endsWith(`{"accepted":${count},"duplicates":0,"rejected":[]}`),
});

/** Returns the kinds with these names, or all kinds of a hundred requests, mixed as in visits of a running site. */
export async function createMix(port: number, ...names: string[]): Promise<Kind[]> {
  const kinds = await createKinds(port);
  if (names.length > 0) return kinds.filter(({ name }) => names.includes(name));
  const list = kinds.flatMap((kind) => Array<Kind>(kind.share).fill(kind));
  // 37 is prime, so its steps reach every place of a list whose length it does not divide.
  return list.map((_, index) => list[(index * 37) % list.length] as Kind);
}

/** Of 100 requests. A visit is a page or two, often cached already, a decision, and events for a while. */
async function createKinds(port: number): Promise<(Kind & { share: number })[]> {
  const { pages, asked } = await readSite(`http://127.0.0.1:${port}`);
  const sample = readWireSamples().find(({ encoding }) => encoding === 'gzip');
  const [sampleEvent] = sample?.body?.batch ?? [];
  if (!sample || !sampleEvent) throw new Error('no sample of what posthog-js sends');
  const nextPage = inTurn(pages);
  const nextClick = inTurn(['grant', 'refuse', 'grant', 'withdraw'] as const);
  const granted: string[] = [];
  const isCreated = ({ status }: Answer) => status === 201;

  function decision() {
    const click = nextClick();
    if (click === 'grant') granted.push(newId());
    const chosen = { grant: granted.at(-1), refuse: null, withdraw: granted[0] }[click];
    if (click === 'withdraw') granted.shift();
    const proof = { source: 'banner', language: 'en', decidedAt: new Date(), ...asked };
    return { consentId: chosen ?? null, analytics: click === 'grant', ...proof };
  }

  const capture = (timestamp = new Date().toISOString(), person = nextPerson()) => {
    const event = () => ({ ...asOurs(sampleEvent, person), uuid: newId(), timestamp });
    return { ...sample.body, batch: [event(), event()], sent_at: timestamp };
  };

  return [
    { ...eventsAtOnce(port, 3), share: 36 },
    {
      name: 'page, br',
      share: 24,
      make: () => get(port, nextPage().path),
      isRight: ({ status, text }) => status === 200 && /^content-encoding: br$/im.test(text),
    },
    {
      name: 'page, not modified',
      share: 16,
      make() {
        const { path, etag } = nextPage();
        return get(port, path, [`If-None-Match: ${etag}`]);
      },
      isRight: ({ status }) => status === 304,
    },
    {
      name: 'consent decision',
      share: 6,
      make: () => post(port, '/api/consents', JSON.stringify(decision())),
      isRight: isCreated,
    },
    {
      name: 'events, /ingest',
      share: 12,
      make: () => post(port, '/ingest/e/', encodeBody(sample, capture()) ?? '', []),
      // Events without consent are answered 200 too, with a header that tells them apart.
      isRight: ({ text }) => text.endsWith('{"status":"Ok"}') && !/^server-timing/im.test(text),
    },
    {
      name: 'signup',
      share: 6,
      make() {
        const email = `${newId()}@example.org`;
        const row = { name: 'Jane', email, use_case: 'Dubbing into German', signup_type: 'beta' };
        const headers = [JSON_TYPE, 'apikey: public-anon-key'];
        return post(port, '/rest/v1/notifyme_signups', JSON.stringify(row), headers);
      },
      isRight: isCreated,
    },
  ];
}

/** Returns the values in turn, over and over. */
function inTurn<T>(values: readonly T[]): () => T {
  let count = 0;
  return () => values[count++ % values.length] as T;
}

/** Reads every page in the sitemap with the ETag of its brotli coding, and what a grant must name. */
async function readSite(url: string) {
  const page = await (await fetch(url)).text();
  const [, block = ''] = /<script[^>]*id="page-data"[^>]*>([^<]*)</.exec(page) ?? [];
  const { revision, textHash } = JSON.parse(block) as Record<string, unknown>;
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages: { path: string; etag: string | null }[] = [];
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const path = new URL(address).pathname;
    const { headers } = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
    pages.push({ path, etag: headers.get('etag') });
  }
  return { pages, asked: { revision, textHash } };
}
