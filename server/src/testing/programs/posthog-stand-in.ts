import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { PosthogEvent } from '../../posthog/delivery/posthog-event.ts';
import { closeServer, listenLocally } from './free-port.ts';

/** How it treats requests. With `taken`, the events were accepted although the answer says otherwise. */
export type Behaviour =
  | { kind: 'takes' }
  | {
      kind: 'answers';
      status: number;
      headers?: Record<string, string>;
      text?: string;
      taken?: boolean;
    }
  | { kind: 'hangs'; taken?: boolean }
  /** It never stops to answer. */
  | { kind: 'floods' }
  | { kind: 'breaks off'; taken?: boolean };

/** PostHog's capture interface as a real server: accepts `POST /batch/` and deduplicates as PostHog does, until the test is over. */
export async function openPosthogStandIn() {
  const apiKey = 'phc_test';
  const requests: PosthogEvent[][] = [];
  const taken: PosthogEvent[] = [];
  const faults: string[] = [];
  const poisoned = new Set<string>();
  const rules = { maxEvents: 100_000, behaviour: { kind: 'takes' } as Behaviour };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { api_key, batch, ...rest } = parse(request, await buffer(request));
    requests.push(batch);
    faults.push(...Object.keys(rest).map((name) => `unexpected ${name}`));
    faults.push(...batch.flatMap(faultsOf));
    const { behaviour } = rules;
    const refusal = refuse(api_key, batch);
    if (behaviour.kind === 'takes' || ('taken' in behaviour && behaviour.taken)) {
      if (!refusal) taken.push(...batch);
    }
    if (behaviour.kind === 'hangs') return;
    if (behaviour.kind === 'floods') {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
      return;
    }
    if (behaviour.kind === 'breaks off') {
      response.writeHead(200, { 'Content-Length': 99 }).write('{"sta');
      setImmediate(() => response.destroy());
      return;
    }
    if (behaviour.kind === 'answers') {
      const { status, headers, text = '{"type":"server_error"}' } = behaviour;
      response.writeHead(status, headers).end(text);
      return;
    }
    response.writeHead(refusal?.status ?? 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(refusal?.body ?? { status: 'Ok' }));
  }

  function refuse(key: unknown, batch: readonly PosthogEvent[]) {
    if (key !== apiKey) return { status: 401, body: { detail: 'invalid api_key' } };
    if (batch.length > rules.maxEvents) return { status: 413, body: { detail: 'too large' } };
    const bad = batch.some(({ uuid }) => poisoned.has(uuid));
    return bad ? { status: 400, body: { detail: 'bad event' } } : null;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      faults.push(String(error));
      response.writeHead(400).end();
    });
  });
  const host = `127.0.0.1:${await listenLocally(server)}`;
  onTestFinished(() => closeServer(server));
  return {
    url: `http://${host}`,
    /** The host, as a consent text names it. */
    host,
    apiKey,
    /** The events of each request, in order, whatever the answer was. */
    requests,
    /** Deviations from PostHog's documentation. */
    faults,
    /** Uuids that make a request answer 400. */
    poisoned,
    rules,
    /** Counts how often each event was accepted, by date of timestamp, event, distinct_id and uuid. */
    folded() {
      const counts = new Map<string, number>();
      for (const { timestamp, event, distinct_id, uuid } of taken) {
        const key = [timestamp.slice(0, 10), event, distinct_id, uuid].join(' ');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return counts;
    },
    /** Returns the uuids in the order in which they were first accepted. */
    takenIds: () => [...new Set(taken.map(({ uuid }) => uuid))],
  };
}

interface Body {
  api_key: unknown;
  batch: PosthogEvent[];
}

/** @throws Error that says how the request deviates from the documentation */
function parse({ method, url, headers }: IncomingMessage, bytes: Buffer): Body {
  if (method !== 'POST' || url !== '/batch/') throw new Error(`unexpected ${method} ${url}`);
  if (headers['content-encoding'] !== 'gzip') throw new Error('not said to be gzip');
  if (headers['content-type'] !== 'application/json') throw new Error('not said to be JSON');
  const body = JSON.parse(gunzipSync(bytes).toString()) as Body;
  if (!Array.isArray(body.batch) || body.batch.length === 0) throw new Error('no batch');
  return body;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function faultsOf({ uuid, event, distinct_id, timestamp, properties, ...rest }: PosthogEvent) {
  const faults = Object.keys(rest).map((name) => `an event with ${name}`);
  if (!UUID.test(uuid)) faults.push(`uuid ${uuid}`);
  if (!ISO.test(timestamp)) faults.push(`timestamp ${timestamp}`);
  if (!event || !distinct_id) faults.push('an event without a name or a distinct_id');
  if (properties['$process_person_profile'] !== false) faults.push('a person profile');
  if (properties['$geoip_disable'] !== true) faults.push('a place looked up');
  if ('$ip' in properties || 'sent_at' in properties) faults.push('$ip or sent_at');
  return faults;
}
