import { envelopeSchema } from '#shared/events';
import type { LeaveToNewer } from '../consent/newer-build.ts';
import type { EventBudget } from '../edge/event-budget.ts';
import type { IntakeMetrics } from '../edge/metrics.ts';
import { describeIssues, type Issue } from '../lib/issues.ts';
import type { Source, SubmissionOutcome, Take } from './event-intake.ts';

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
