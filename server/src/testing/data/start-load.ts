import { setTimeout as sleep } from 'node:timers/promises';
import { JANE, newId, postJson } from './visitor.ts';

const KEY = { apikey: 'public-anon-key' };

/** Returns the envelope that these events of Jane's are sent in. */
export function envelopeOf(ids: readonly string[]) {
  const at = new Date().toISOString();
  const properties = { percent_scrolled: 25 };
  const events = ids.map((id) => ({ id, name: 'scroll', timestamp: at, properties }));
  return { consentId: JANE, sessionId: JANE, sentAt: at, events };
}

interface LoadOptions {
  /** The servers that are asked in turn. The caller may change them. */
  urls: readonly string[];
  clients: number;
  /** Returns the number of events of the next batch. */
  nextSize?: () => number;
  /** Whether a client sends again what was not acknowledged, like a browser, or forgets it, and ends once the server is gone. */
  repeats?: boolean;
}

/** Signs up and sends events of Jane's with parallel clients, without a pause, until it is told to stop. */
export function startLoad(options: LoadOptions) {
  const { urls, clients, nextSize = () => 1, repeats = false } = options;
  const signups: string[] = [];
  const events: string[] = [];
  let isStopped = false;

  /** Returns the answer's status, and 0 when the server was gone. @throws Error for one that a browser would not expect */
  async function send(client: number, path: string, body: object, taken: readonly number[]) {
    for (let attempt = 0; ; attempt++) {
      const url = urls[(client + attempt) % urls.length];
      const answer = await postJson(`${url}${path}`, body, KEY).catch(() => null);
      const text = await answer?.text().catch(() => null);
      const status = text == null ? 0 : (answer?.status ?? 0);
      if (!repeats || taken.includes(status)) return status;
      if (status !== 0 && status !== 503) throw new Error(`answered ${status} ${text}`);
      await sleep(10);
    }
  }

  async function sendOn(_: unknown, client: number) {
    let status = 1;
    while (!isStopped && status !== 0) {
      const row = { name: 'Jane', email: `${newId()}@example.org`, signup_type: 'notifyme' };
      // A signup that is sent again is answered 409 where the first one was stored.
      status = await send(client, '/rest/v1/notifyme_signups', row, [201, 409]);
      if (status === 201 || status === 409) signups.push(row.email);
      if (status === 0) return;
      const ids = Array.from({ length: nextSize() }, newId);
      status = await send(client, '/api/events', envelopeOf(ids), [200]);
      if (status === 200) events.push(...ids);
    }
  }

  const ended = Promise.all(Array.from({ length: clients }, sendOn));
  ended.catch(() => {}); // reported by `stop`
  return {
    /** What was acknowledged so far. */
    acknowledged: { signups, events },
    ended,
    stop() {
      isStopped = true;
      return ended;
    },
  };
}
