import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import { retryAfterMs } from '#shared/retry';
import { parseJson } from '../../lib/read-answer.ts';
import type { World } from '../../lib/world.ts';
import { notAccepted, type PostToPosthogDeps, postToPosthog } from './post-to-posthog.ts';

/** The outcome of a batch. Only `delivered` and `refused` say anything about its events. */
export type BatchAnswer =
  | { outcome: 'delivered' }
  /** 400 or 413: an event in it is bad, or the batch is too large. */
  | { outcome: 'refused'; status: number; reason: string }
  /** PostHog or the network fails; `afterMs` is the pause that PostHog asked for, or 0. */
  | { outcome: 'retry'; reason: string; afterMs: number }
  /** The key or the address is wrong: no request can succeed until somebody changes it. */
  | { outcome: 'misconfigured'; reason: string };

interface SendDeps extends PostToPosthogDeps, Pick<World, 'now'> {
  /** Origin of PostHog. */
  host: string;
  key: string;
}

const MAX_QUOTED = 200;
/** Older versions answer 1. */
const ACCEPTED = z.object({ status: z.literal(['Ok', 1]) });

/**
 * Sends `POST {host}/batch/`, as PostHog's capture documentation describes it. It omits `sent_at`: PostHog would shift
 * each timestamp by the time that the event waited here.
 */
export function createSendBatch({ now, host, key, ...deps }: SendDeps) {
  const head = `{"api_key":${JSON.stringify(key)},"batch":[`;
  /** @param events each as JSON. @param signal aborts the request; the outcome is then `retry`. */
  return async (events: readonly string[], signal: AbortSignal): Promise<BatchAnswer> => {
    const body = await promisify(gzip)(`${head}${events.join(',')}]}`);
    const request = { headers: { 'Content-Encoding': 'gzip' }, body, signal };
    const answer = await postToPosthog(deps, `${host}/batch/`, request);
    if ('fault' in answer) return { outcome: 'retry', reason: answer.fault, afterMs: 0 };
    return judge(answer.response, answer.text, now());
  };
}

function judge(response: Response, text: string, now: number): BatchAnswer {
  const { status, headers, ok } = response;
  const reason = `PostHog answered ${status}`;
  if (ok && ACCEPTED.safeParse(parseJson(text)).success) return { outcome: 'delivered' };
  if (ok) return { outcome: 'misconfigured', reason: notAccepted(status) };
  if (status === 400 || status === 413) {
    const quoted = text.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTED);
    return { outcome: 'refused', status, reason: quoted ? `${reason}: ${quoted}` : reason };
  }
  if (status >= 500 || status === 408 || status === 429) {
    return { outcome: 'retry', reason, afterMs: retryAfterMs(headers.get('retry-after'), now) };
  }
  return { outcome: 'misconfigured', reason };
}
