import { type Context, Hono } from 'hono';
import { envelopeSchema } from '#shared/events';
import { MAX_EVENTS_BODY_BYTES } from '#shared/limits';
import type { LeaveToNewer } from '../consent/newer-build.ts';
import type { Bodies } from '../edge/body/bodies.ts';
import type { EventBudget } from '../edge/budgets.ts';
import { methods } from '../edge/methods.ts';
import type { IntakeMetrics } from '../edge/metrics.ts';
import { invalidRequest, problem, refuseBody, retryAfter } from '../edge/problem.ts';
import type { ReadSender } from '../edge/read-sender.ts';
import { describeIssues, type Issue } from '../lib/issues.ts';
import type { Source, SubmissionOutcome, Take } from './event-intake.ts';

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

export interface EnvelopeDeps {
  take: Take;
  budget: Pick<EventBudget, 'takeOfAddress'>;
  metrics: IntakeMetrics;
  leaveToNewer: LeaveToNewer;
}

export type EnvelopeOutcome = { outcome: 'invalid'; issues: Issue[] } | SubmissionOutcome;

export type TakeEnvelope = (body: unknown, sender: Source) => Promise<EnvelopeOutcome>;

/** Takes the body of `POST /api/events`, our own endpoint: the envelope as a whole. */
export function createTakeEnvelope({
  take,
  budget,
  metrics,
  leaveToNewer,
}: EnvelopeDeps): TakeEnvelope {
  return async (body, sender) => {
    const parsed = envelopeSchema.safeParse(body);
    if (!parsed.success) {
      await leaveToNewer((body as { context?: { language?: unknown } } | null)?.context?.language);
      metrics.dropped('unreadable', 1);
      return { outcome: 'invalid', issues: describeIssues(parsed.error) };
    }
    const { consentId, sessionId, context = {}, sentAt, events } = parsed.data;
    const retrySeconds = budget.takeOfAddress(sender.client, events.length);
    if (retrySeconds > 0) {
      metrics.dropped('over_budget', events.length);
      return { outcome: 'over_budget', retrySeconds };
    }
    const submission = { consentId, sessionId, context, sentAt: Date.parse(sentAt), events };
    return take(submission, sender);
  };
}
