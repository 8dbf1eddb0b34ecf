import { envelopeSchema } from '#shared/events';
import type { IntakeMetrics } from '../metrics.ts';
import type { Intake, Sender, SubmissionOutcome } from './event-intake.ts';
import { describeIssues, type Issue } from './issues.ts';

export interface EnvelopeDeps {
  take: Intake;
  metrics: IntakeMetrics;
}

export type EnvelopeOutcome = { outcome: 'invalid'; issues: Issue[] } | SubmissionOutcome;

export type TakeEnvelope = (body: unknown, sender: Sender) => Promise<EnvelopeOutcome>;

/** Our own door: takes the body of `POST /api/events`, the envelope as a whole. */
export function createTakeEnvelope({ take, metrics }: EnvelopeDeps): TakeEnvelope {
  return (body, sender) => {
    const parsed = envelopeSchema.safeParse(body);
    if (!parsed.success) {
      metrics.dropped('unreadable', 1);
      return Promise.resolve({ outcome: 'invalid', issues: describeIssues(parsed.error) });
    }
    const { consentId, sessionId, context = {}, sentAt, events } = parsed.data;
    const submission = { consentId, sessionId, context, sentAt: Date.parse(sentAt), events };
    return take(submission, sender);
  };
}
