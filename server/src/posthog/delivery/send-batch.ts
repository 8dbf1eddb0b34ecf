import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { retryAfterMs } from '#shared/retry';
import { AnswerTooLong, readAnswer } from '../../read-answer.ts';

/** The outcome of a batch. Only `delivered` and `refused` say anything about its events. */
export type Answer =
  | { outcome: 'delivered' }
  /** 400 or 413: an event in it is bad, or the batch is too large. */
  | { outcome: 'refused'; status: number; reason: string }
  /** PostHog or the network fails; `afterMs` is the pause that PostHog asked for, or 0. */
  | { outcome: 'retry'; reason: string; afterMs: number }
  /** The key or the address is wrong: no request can succeed until somebody changes it. */
  | { outcome: 'misconfigured'; reason: string };

export interface SendDeps {
  fetch: typeof fetch;
  now(): number;
  /** Runs the callback after a delay in milliseconds. Returns a function that cancels it. */
  later(callback: () => void, delayMs: number): () => void;
  /** Origin of PostHog. */
  host: string;
  key: string;
}

/** @param events each as JSON. @param signal aborts the request; the outcome is then `retry`. */
export type SendBatch = (events: readonly string[], signal: AbortSignal) => Promise<Answer>;

const REQUEST_TIMEOUT_MS = 15_000;
const MAX_QUOTED = 200;

/**
 * Sends `POST {host}/batch/`, as PostHog's capture documentation describes it. It omits `sent_at`: PostHog would shift
 * each timestamp by the time that the event waited here.
 */
export function createSendBatch({ fetch, now, later, host, key }: SendDeps): SendBatch {
  const head = `{"api_key":${JSON.stringify(key)},"batch":[`;
  return async (events, signal) => {
    const body = await promisify(gzip)(`${head}${events.join(',')}]}`);
    const timeout = new AbortController();
    const cancel = later(() => timeout.abort(), REQUEST_TIMEOUT_MS);
    try {
      const response = await fetch(`${host}/batch/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        body,
        // Nobody consented to the host that a redirect leads to.
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      // An answer that breaks off does not count.
      const text = await readAnswer(response);
      return judge(response, text, now());
    } catch (error) {
      return { outcome: 'retry', reason: describe(error, timeout.signal), afterMs: 0 };
    } finally {
      cancel();
    }
  };
}

function judge({ status, headers, ok }: Response, text: string, now: number): Answer {
  const reason = `PostHog answered ${status}`;
  if (ok && /^text\/html/i.test(headers.get('content-type') ?? '')) {
    return { outcome: 'misconfigured', reason: 'a web page answered in the place of PostHog' };
  }
  if (ok) return { outcome: 'delivered' };
  if (status === 400 || status === 413) {
    const quoted = text.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTED);
    return { outcome: 'refused', status, reason: quoted ? `${reason}: ${quoted}` : reason };
  }
  if (status >= 500 || status === 408 || status === 429) {
    return { outcome: 'retry', reason, afterMs: retryAfterMs(headers.get('retry-after'), now) };
  }
  return { outcome: 'misconfigured', reason };
}

function describe(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return `PostHog did not answer within ${REQUEST_TIMEOUT_MS / 1000} s`;
  if (error instanceof AnswerTooLong) return `PostHog: ${error.message}`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `PostHog cannot be reached${code}`;
}
