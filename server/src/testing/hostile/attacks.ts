import { gzipSync } from 'node:zlib';
import { JANE } from '../../store/testing/store-contract-data.ts';

const timestamp = '2026-03-14T12:00:00.000Z';

/** The body of `POST /api/events`. */
const envelope = (properties: object, context?: object) => ({
  consentId: JANE,
  sessionId: JANE,
  sentAt: timestamp,
  ...(context && { context }),
  events: [{ id: JANE, name: 'button_click', timestamp, properties }],
});
const click = (button_name: string) => envelope({ button_name, click_location: 'hero' });
const signupOf = (email: string) => ({
  path: '/rest/v1/notifyme_signups',
  body: JSON.stringify({ name: 'Jane', signup_type: 'beta', email }),
  headers: { apikey: 'public-anon-key', 'Content-Type': 'application/json' },
  status: 400,
});
const submit = (email_domain: string) => ({
  ...envelope({}),
  events: [
    {
      ...{ id: JANE, name: 'form_submit', timestamp },
      properties: { form_type: 'beta', event_label: 'success', email_domain },
    },
  ],
});
/** The body of `POST /ingest/e/`. */
const capture = (properties: object) => ({
  api_key: 'phc_test',
  batch: [{ event: 'scroll', distinct_id: JANE, timestamp, properties }],
});
const numbered = (count: number, at = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${at * count + index}`, 1]));
const ideographs = Array.from({ length: 100_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + (index % 20_000)),
).join('');

/**
 * Not UTF-8 (overlong), and not decoded further. A decoder throws for each sequence, in each of eight layers of `%25`.
 */
const badSequences = (length: number) =>
  `%${'25'.repeat(12)}41${'%e0%80%80'.repeat(length / 9)}`.slice(0, length);
/** The body of `POST /ingest/batch/` with as many events as one commit writes, each with its own context. */
const badContexts = () => ({
  api_key: 'phc_test',
  batch: Array.from({ length: 300 }, (_, index) => ({
    ...{ event: 'form_submit', distinct_id: JANE, timestamp },
    properties: {
      ...{ form_type: 'beta', event_label: 'success', email_domain: badSequences(250) },
      $session_id: `0195a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      $pathname: `/${badSequences(490)}`,
      ...{ utm_source: badSequences(200), utm_medium: badSequences(200) },
      ...{ utm_campaign: badSequences(200), utm_term: badSequences(200) },
      utm_content: badSequences(200),
    },
  })),
});

/** A request that once delayed everybody else by 0.7 s or more. */
export interface Attack {
  path: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
  status: number;
}

const own = (json: object, status: number): Attack => ({
  path: '/api/events',
  body: gzipSync(JSON.stringify(json)),
  status,
});
const ingest = (json: object, status = 200): Attack => ({
  path: '/ingest/batch/',
  body: gzipSync(JSON.stringify(json)),
  status,
});

/** 6 KB that unpack to a form of 6 MB. */
export const FORM_OF_MANY_PARAMETERS = gzipSync(`data=x&${'a=&'.repeat(2_000_000)}`);

export const ATTACKS: Record<string, Attack> = {
  'a text that could begin an address anywhere, 60,000 characters in 223 bytes': own(
    click(`%${'a'.repeat(60_000)}`),
    200,
  ),
  'a text of combining marks that have to be sorted': own(
    click('\u0315\u0300'.repeat(60_000)),
    200,
  ),
  'a domain of dots and an at sign': own(submit(`${'.'.repeat(200_000)}@`), 200),
  'a referrer of ideographs': ingest(capture({ $referring_domain: ideographs })),
  'an address of ideographs': ingest(capture({ $current_url: `https://${ideographs}/` })),
  'a signup with a domain of ideographs': signupOf(`a@${ideographs.slice(0, 20_000)}`),
  'a signup with an address that is 18 times as long in plain letters': signupOf(
    `${'\ufdfa'.repeat(990)}@example.org`,
  ),
  'a form of 6 MB with two million parameters': {
    path: '/ingest/batch/',
    body: FORM_OF_MANY_PARAMETERS,
    status: 400,
  },
  'an event with 400,000 properties': ingest(capture(numbered(400_000)), 413),
  'a batch of 100,000 events': ingest(
    { api_key: 'phc_test', batch: Array(100_000).fill({ event: 'x', distinct_id: JANE }) },
    413,
  ),
  'a body of 6 MB in base64': {
    path: '/ingest/batch/',
    body: Buffer.from(JSON.stringify(capture({ x: 'x'.repeat(4_600_000) }))).toString('base64'),
    status: 413,
  },
  'a batch of 5 MB with 500,000 keys, no two alike': ingest({
    api_key: 'phc_test',
    batch: Array.from({ length: 55 }, (_, at) => capture(numbered(9_000, at)).batch[0]),
  }),
  'a batch of paths and campaigns of bad percent-encoding, 600 KB in 6 KB': ingest(badContexts()),
  'a body of 256 KB of empty arrays': own({ ...envelope({}), events: Array(80_000).fill([]) }, 400),
  'a body of 256 KB with 20,000 keys, no two alike': own(envelope({}, numbered(20_000)), 400),
};
