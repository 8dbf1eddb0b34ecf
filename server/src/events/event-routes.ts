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
import { describeIssues } from '../lib/issues.ts';
import type { SubmissionOutcome, Take } from './event-intake.ts';

export interface EventRouteDeps {
  take: Take;
  bodies: Bodies;
  budget: Pick<EventBudget, 'takeOfAddress'>;
  readSender: ReadSender;
  metrics: IntakeMetrics;
  leaveToNewer: LeaveToNewer;
}

const FAULTS = { too_large: 'too_large', not_json: 'unreadable', busy: 'overloaded' } as const;

/** Our own endpoint takes an envelope as a whole. Any content type is read as JSON: `sendBeacon` says text/plain. */
export function eventRoutes(deps: EventRouteDeps) {
  const { take, bodies, budget, readSender, metrics, leaveToNewer } = deps;
  const app = new Hono();

  async function takeEnvelope(c: Context, json: unknown) {
    const parsed = envelopeSchema.safeParse(json);
    if (!parsed.success) {
      await leaveToNewer((json as { context?: { language?: unknown } } | null)?.context?.language);
      metrics.dropped('unreadable', 1);
      return invalidRequest(c, describeIssues(parsed.error));
    }
    const { consentId, sessionId, sentAt: sent, context = {}, events } = parsed.data;
    const sender = readSender(c);
    const { length } = events;
    const seconds = budget.takeOfAddress(sender.client, length);
    if (seconds > 0) {
      metrics.dropped('over_budget', length);
      return tooManyEvents(c, seconds);
    }
    // Each field by its name: "...rest" takes 3 µs of a request's 80.
    const sentAt = Date.parse(sent);
    return answer(c, await take({ consentId, sessionId, context, sentAt, events }, sender));
  }

  methods(app, '/', {
    post: (c) =>
      bodies.json(c, MAX_EVENTS_BODY_BYTES, (body) => {
        if (body.ok) return takeEnvelope(c, body.json);
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

function answer(c: Context, result: SubmissionOutcome) {
  switch (result.outcome) {
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
