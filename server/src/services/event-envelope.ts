import { envelopeSchema } from '#shared/events';
import type { IntakeMetrics } from '../metrics.ts';
import type { Intake, Sender, SubmissionOutcome } from './event-intake.ts';
import { describeIssues, type Issue } from './issues.ts';

export interface EnvelopeDeps {
  take: Intake;
  metrics: IntakeMetrics;
}

export type EnvelopeOutcome =
  | { outcome: 'invalid'; issues: Issue[] }
  | Exclude<SubmissionOutcome, { outcome: 'crawler' }>;

export type TakeEnvelope = (body: unknown, sender: Sender) => Promise<EnvelopeOutcome>;

/** Our own door: takes the body of `POST /api/events`, the envelope as a whole. */
export function createTakeEnvelope({ take, metrics }: EnvelopeDeps): TakeEnvelope {
  return async (body, sender) => {
    const parsed = envelopeSchema.safeParse(body);
    if (!parsed.success) {
      metrics.dropped('unreadable', 1);
      return { outcome: 'invalid', issues: describeIssues(parsed.error) };
    }
    const { consentId, sessionId, context = {}, sentAt, events } = parsed.data;
    const submission = { consentId, sessionId, context, sentAt: Date.parse(sentAt), events };
    const outcome = await take(submission, sender);
    if (outcome.outcome !== 'crawler') return outcome;
    // As taken: whatever else it were told, it might come again.
    const rejected = events.map((_, index) => ({ index, reason: 'sent by a crawler' }));
    return { outcome: 'taken', accepted: 0, duplicates: 0, rejected };
  };
}
