import { gzipSync } from 'node:zlib';
import { JANE_SIGNS_UP, SIGNUPS } from '../../edge/testing/site-requests.ts';
import { JOHN, newId } from '../../store/testing/store-contract-data.ts';
import { grant } from '../data/consent-requests.ts';
import { asOurs, readWireSamples } from '../data/wire-samples.ts';
import type { Message } from '../requests.ts';
import { createMutator, type Mutator } from './mutator.ts';

export interface FuzzRequest extends Message {
  /** The path with its query. */
  url: string;
}

const CAPTURE_PATHS = ['/e/', '/i/v0/e/', '/batch/', '/capture', '/track/', '/engage', '/flags/'];
const INGEST_PATHS = [...CAPTURE_PATHS, '/i/v1/analytics/events'];
const OF_FORMS = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };
/** What our own page sends beside events. */
export const CONSENT = { path: '/api/consents', body: { ...grant, consentId: JOHN, ageMs: 5 } };
export const SIGNUP = {
  path: SIGNUPS,
  body: { ...JANE_SIGNS_UP, youtube_channel: 'youtube.com/@jane', use_case: 'dubbing my talks' },
};
const HEADERS: readonly Record<string, string>[] = [
  ...[{}, {}, {}, { 'Sec-GPC': '1' }, { Authorization: 'Bearer phc_test' }],
  ...['gzip', 'br'].map((coding) => ({ 'Content-Encoding': coding })),
  ...['application/json', 'application/x-www-form-urlencoded', 'text/plain'].map((type) => ({
    'Content-Type': type,
  })),
];
const QUERIES = [
  ...['', '', '', '?compression=gzip-js', '?compression=lz64', '?beacon=1'],
  ...['?_=1773489600000', '?_=x&ip=1', '?data=%E0%A4%A'],
];

interface Endpoint {
  path: string;
  bodies: readonly unknown[];
  headers?: Record<string, string>;
}

/** Each is picked as often as it is in the list. */
function endpointsOf(consentId: string): Endpoint[] {
  const posthog = posthogBodies(consentId);
  return [
    ...INGEST_PATHS.map((path) => ({ path: `/ingest${path}`, bodies: posthog })),
    ...Array<Endpoint>(5).fill({ path: '/api/events', bodies: ownBodies(consentId) }),
    ...[CONSENT, SIGNUP].map(({ path, body }) => ({ path, bodies: [body], headers: OF_FORMS })),
  ];
}

/**
 * Generates requests without end: what SDKs and our own page send to both endpoints of events, as consents and as signups, altered in the JSON, in the bytes
 * and around them. About a fifth are unaltered. The same seed generates the same requests.
 */
export function* fuzzRequests(seed: number, consentId: string): Generator<FuzzRequest, never> {
  const mutator = createMutator(seed);
  const { pick, oneIn } = mutator;
  const endpoints = endpointsOf(consentId);
  let previous: Uint8Array = Buffer.from('{}');
  for (;;) {
    const { path, bodies, headers } = pick(endpoints);
    const base = pick(bodies);
    const json = JSON.stringify(oneIn(5) ? base : mutator.mutateJson(base)) ?? '';
    const encoded = encode(renewIds(json, mutator), mutator);
    const body = oneIn(3) ? mutator.mutateBytes(encoded, previous) : encoded;
    previous = encoded;
    if (oneIn(30)) yield inAddress(body);
    const url = path + pick(QUERIES);
    yield { method: 'POST', url, headers: { ...pick(HEADERS), ...headers }, body };
  }
}

/** Node refuses an address longer than this, so such a request would never arrive. */
const inAddress = (bytes: Uint8Array): FuzzRequest => ({
  method: 'GET',
  url: `/ingest/e/?data=${encodeURIComponent(Buffer.from(bytes).toString('latin1').slice(0, 4000))}`,
  headers: {},
  body: null,
});

function encode(json: string, { below }: Mutator): Uint8Array {
  const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
  switch (below(8)) {
    case 0:
      return gzipSync(json, { level: 1 });
    case 1:
      return Buffer.from(base64(json));
    case 2:
      return Buffer.from(`data=${encodeURIComponent(base64(json))}&compression=base64`);
    case 3:
      return Buffer.from(`data=${base64(gzipSync(json, { level: 1 }))}`);
    default:
      return Buffer.from(json);
  }
}

/** Gives the events of a body new ids, most of the time. */
const renewIds = (json: string, { oneIn }: Mutator) =>
  oneIn(10)
    ? json
    : json.replace(/"(id|uuid)":"[0-9a-f-]{36}"/g, (_, key) => `"${key}":"${newId()}"`);

function posthogBodies(consentId: string): unknown[] {
  const captures = readWireSamples().filter(({ body }) => body?.batch);
  return captures.flatMap(({ body }) => {
    const batch = body?.batch ?? [];
    const ours = batch.map((event) => asOurs(event, consentId));
    const tokens = ours.map((event) => ({ ...event, token: 'phc_test', offset: 5 }));
    return [
      body,
      { ...body, batch: ours },
      { ...body, batch: [...ours, ...batch] },
      tokens,
      tokens[0],
    ];
  });
}

/** The bodies of `/api/events`: one with every event, and one for each. */
export function ownBodies(consentId: string): object[] {
  const sentAt = '2026-03-14T11:59:59.000Z';
  const properties = {
    form_submit: { form_type: 'beta', event_label: 'success', email_domain: 'example.org' },
    button_click: { button_name: 'Beta Access', click_location: 'header' },
    section_view: { section_name: 'hero' },
    scroll: { percent_scrolled: 100 },
  };
  const events = Object.entries(properties).map(([name, own]) => ({
    id: consentId,
    name,
    timestamp: sentAt,
    properties: own,
  }));
  const utm = { source: 'letter', medium: 'mail', campaign: 'spring', term: 'dub', content: 'top' };
  const context = {
    path: '/',
    referrerHost: 'news.example',
    utm,
    viewport: 'small',
    language: 'de',
  };
  const envelope = { consentId, sessionId: consentId, sentAt, context };
  return [{ ...envelope, events }, ...events.map((event) => ({ ...envelope, events: [event] }))];
}
