import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { linked } from '#shared/message-layout';
import { placeholderFault } from '#shared/placeholders';
import { listen, requestOf, send } from '../edge/node/testing/serve-for-test.ts';
import { isGpc } from '../edge/read-sender.ts';
import { queryValue, requestPath } from '../edge/request-url.ts';
import { fillIn } from '../mail/fill-in.ts';
import { csvOf } from '../reports/export/export-formats.ts';
import { JANE } from '../store/testing/store-contract-data.ts';
import { ATTACKS, FORM_OF_MANY_PARAMETERS } from '../testing/hostile/attacks.ts';
import { measureDelay } from '../testing/hostile/event-loop-delay.ts';
import { CONSENT, ownBodies, SIGNUP } from '../testing/hostile/fuzz-requests.ts';
import { grow, partsOf, UNITS } from '../testing/hostile/grow.ts';
import { openIngestSite } from '../testing/sites/ingest-site.ts';
import { NOON } from '../testing/test-app.ts';

const TOKEN = 'a-token-of-this-test';
const SHORT = 32_768;
/** Four times as long. Only PostHog's bodies may be as large. */
const LONG = 131_072;
/** Nobody notices shorter times, and they are too short to compare. */
const NOTICED_MS = 40;
const LEAST_MS = 5;
/** Growth from one to the other: 4 if time grows with the length, 16 if it grows with its square. */
const MOST_GROWTH = 9;

const timestamp = new Date(NOON).toISOString();
const click = { button_name: 'Beta Access', click_location: 'header' };
const ofSdk = {
  ...{ $current_url: 'https://www.dubbing.test/', $pathname: '/', utm_source: 'letter' },
  ...{ $referring_domain: 'news.example', $session_id: JANE, token: 'phc_test' },
};
const scroll = { event: 'scroll', distinct_id: JANE, properties: { percent_scrolled: 25 } };

interface Shape {
  path: string;
  json: object;
  /** How to send the JSON; unchanged by default. */
  encode?(json: string): string | Uint8Array;
}

const SHAPES: Record<string, Shape> = {
  'our own events': { path: '/api/events', json: ownBodies(JANE)[0] ?? {} },
  'a batch for PostHog': {
    path: '/ingest/batch/',
    json: {
      ...{ api_key: 'phc_test', sent_at: timestamp },
      batch: [
        {
          ...{ uuid: JANE, event: 'button_click', distinct_id: JANE, timestamp },
          properties: { ...click, ...ofSdk },
        },
      ],
    },
  },
  'an event for PostHog, in gzip': {
    path: '/ingest/e/',
    json: scroll,
    encode: (json) => gzipSync(json, { level: 1 }),
  },
  'events for PostHog in a form': {
    path: '/ingest/e/',
    json: [scroll],
    encode: (json) => `ip=1&data=${encodeURIComponent(json)}&ver=1`,
  },
  'events for PostHog in base64': {
    path: '/ingest/e/',
    json: [scroll],
    encode: (json) => Buffer.from(json).toString('base64'),
  },
  'a grant': { path: CONSENT.path, json: CONSENT.body },
  'a withdrawal': { path: CONSENT.path, json: { ...CONSENT.body, analytics: false } },
  'a signup': { path: SIGNUP.path, json: SIGNUP.body },
  'a sign-in': { path: '/growth/api/session', json: { token: 'x' } },
};

const headers = { 'Content-Type': 'application/json', apikey: 'public-anon-key' };

/** The least of three measurements unless one is small enough: garbage collection and other programs only add to them. */
async function leastOf(measureMs: () => Promise<number>, enoughMs: number) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least >= enoughMs; round++) {
    least = Math.min(least, await measureMs());
  }
  return least;
}

/** Returns the CPU milliseconds of some work. */
const timeOf = (work: () => unknown) =>
  leastOf(async () => {
    const since = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1000;
  }, NOTICED_MS);

/** Returns the times for the two lengths if they grow faster than the length, or null. */
async function growsTooFast(work: (length: number) => unknown) {
  const long = await timeOf(() => work(LONG));
  if (long <= NOTICED_MS) return null;
  const short = await timeOf(() => work(SHORT));
  return long > MOST_GROWTH * Math.max(short, LEAST_MS) ? { short, long } : null;
}

test.each(Object.entries(SHAPES))(
  '%s: no field takes time that grows faster than its length',
  async (_, { path: url, json, encode = (text) => text }) => {
    const { app } = await openIngestSite({ config: { growthToken: TOKEN } });
    for (const [path, part] of partsOf(json)) {
      const units = typeof part === 'string' ? UNITS : { 'more of it': 'k' };
      for (const [name, unit] of Object.entries(units)) {
        const found = await growsTooFast(async (length) => {
          const body = encode(JSON.stringify(grow(json, path, unit, length)));
          const { status } = await app.request(url, { method: 'POST', headers, body });
          expect(status).toBeLessThan(500);
        });
        expect([path.join('.'), name, found]).toEqual([path.join('.'), name, null]);
      }
    }
  },
  120_000,
);

const exportCell = (column: string, cell: string) => csvOf([{ [column]: cell }]);

test.each<[string, string[], (text: string) => unknown]>([
  ['a path', ['%FF.abc'], (text) => requestPath({ url: `http://localhost/${text}` })],
  [
    'a query',
    ['%FF&abc'],
    (text) => queryValue({ req: { url: `http://localhost/?${text}&a=1` } } as Context, 'a'),
  ],
  ['a header', [' ', ',', '1 ', '0,'], isGpc],
  ...(['text', 'url'] as const).map((part): [string, string[], (text: string) => unknown] => [
    `the placeholders of a ${part}`,
    ['{', '{a', '{name ', 'name}', '%a', '%7B', '*|a', '[[', '[a ', 'https://', '$a ', 'a_', '. '],
    (text) => placeholderFault(part, text),
  ]),
  [
    'a text without a name',
    ['{name}', '.{name}', '- {name}', '¡{name}!', '({name})', ' ', 'a,{name}'],
    (text) => fillIn({ subject: '', text, link: null }, { name: '', code: '' }, 'en'),
  ],
  ['the links of a text', ['https://a)', 'https://(', 'a@', 'a@a.', 'a.', '.', ')'], linked],
  ...['use_case', 'properties'].map((column): [string, string[], (text: string) => unknown] => [
    `a cell of ${column}`,
    ['=', ';=', ';"', '; ', '"', ';\u200b', '{"', '\\"', ',-'],
    (text) => exportCell(column, text),
  ]),
])('the time of %s grows no faster than its length', async (_, units, work) => {
  for (const unit of units) {
    const found = await growsTooFast((length) => work(unit.repeat(length / unit.length)));
    expect([unit, found]).toEqual([unit, null]);
  }
});

/**
 * Milliseconds for which one request may delay the others, on a machine that runs other tests too. Each of these
 * requests once took 0.7 s or more.
 */
const BOUND_MS = 250;
const MB = 2 ** 20;

/** Returns the address of a site. */
async function openSite() {
  const { app } = await openIngestSite();
  return (await listen(app.fetch)).url;
}

const delayOf = (attack: () => Promise<unknown>) =>
  leastOf(async () => (await measureDelay(attack)).delayMs, BOUND_MS);

test.each(Object.entries(ATTACKS))(
  '%s delays nobody',
  async (_, { path, body, headers = {}, status }) => {
    const url = await openSite();
    const init = { method: 'POST', body, headers };
    const attack = async () => expect((await fetch(url + path, init)).status).toBe(status);
    expect(await delayOf(attack)).toBeLessThan(BOUND_MS);
  },
  120_000,
);

test('a packet of requests for paths of slashes delays nobody', async () => {
  const url = await openSite();
  const request = requestOf(`GET /${'/'.repeat(16_000)}x`);
  const attack = async () => {
    const client = send(url, request.repeat(12));
    await expect.poll(() => client.received.match(/ 404 Not Found/g)).toHaveLength(12);
    client.socket.destroy();
  };
  expect(await delayOf(attack)).toBeLessThan(BOUND_MS);
}, 120_000);

test('three forms of 6 KB that unpack to 6 MB each take no more memory than their bytes', async () => {
  const url = await openSite();
  const before = process.memoryUsage().rss;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  const post = () =>
    fetch(`${url}/ingest/batch/`, { method: 'POST', body: FORM_OF_MANY_PARAMETERS });
  await Promise.all([post(), post(), post()]);
  clearInterval(watch);
  expect(peak - before).toBeLessThan(250 * MB);
}, 120_000);
