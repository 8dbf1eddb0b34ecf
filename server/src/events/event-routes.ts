import { type Context, Hono } from 'hono';
import { MAX_EVENTS_BODY_BYTES } from '#shared/limits';
import type { Bodies } from '../edge/body/bodies.ts';
import { methods } from '../edge/methods.ts';
import type { IntakeMetrics } from '../edge/metrics.ts';
import { invalidRequest, problem, refuseBody, retryAfter } from '../edge/problem.ts';
import type { ReadSender } from '../edge/read-sender.ts';
import type { EnvelopeOutcome, TakeEnvelope } from './event-envelope.ts';

export interface EventRouteDeps {
  takeEnvelope: TakeEnvelope;
  bodies: Bodies;
  readSender: ReadSender;
  metrics: IntakeMetrics;
}

const FAULTS = { too_large: 'too_large', not_json: 'unreadable', busy: 'overloaded' } as const;

/** Any content type is read as JSON: `sendBeacon` says text/plain. */
export function eventRoutes({ takeEnvelope, bodies, readSender, metrics }: EventRouteDeps) {
  const app = new Hono();
  methods(app, '/', {
    post: (c) =>
      bodies.json(c, MAX_EVENTS_BODY_BYTES, async (body) => {
        if (body.ok) return answer(c, await takeEnvelope(body.json, readSender(c)));
        metrics.dropped(FAULTS[body.why], 1);
        return refuseBody(c, body.why, MAX_EVENTS_BODY_BYTES);
      }),
  });
  return app;
}

function tooManyEvents(c: Context, seconds: number) {
  retryAfter(c, seconds);
  return problem(c, 429, {
    code: 'too_many_events',
    message: `Too many events from this sender. None was stored; send the next ones in ${seconds} s.`,
  });
}

function answer(c: Context, result: EnvelopeOutcome) {
  switch (result.outcome) {
    case 'invalid':
      return invalidRequest(c, result.issues);
    case 'consent_required':
      return problem(c, 403, {
        code: 'consent_required',
        message: 'There is no consent in force for this id; nothing was stored.',
      });
    case 'over_budget':
      return tooManyEvents(c, result.retrySeconds);
    case 'crawler': {
      // A success answer: after any other, the crawler might send it again.
      const reason = 'sent by a crawler';
      const rejected = Array.from({ length: result.events }, (_, index) => ({ index, reason }));
      return c.json({ accepted: 0, duplicates: 0, rejected });
    }
    case 'taken': {
      const { accepted, duplicates, rejected } = result;
      return c.json({ accepted, duplicates, rejected });
    }
  }
}
