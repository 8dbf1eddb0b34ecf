import { envelopeSchema } from '#shared/events';
import type { IntakeMetrics } from '../metrics.ts';
import type { Intake, SubmissionOutcome } from './event-intake.ts';
import { describeIssues, type Issue } from './issues.ts';

export interface EnvelopeDeps {
  take: Intake;
  metrics: IntakeMetrics;
}

export type EnvelopeOutcome = { outcome: 'invalid'; issues: Issue[] } | SubmissionOutcome;

/** @param gpc whether the request bore `Sec-GPC: 1`, which is a refusal */
export type TakeEnvelope = (body: unknown, gpc: boolean) => Promise<EnvelopeOutcome>;

/** Our own door: takes the body of `POST /api/events`, the envelope as a whole. */
export function createTakeEnvelope({ take, metrics }: EnvelopeDeps): TakeEnvelope {
  return async (body, gpc) => {
    const parsed = envelopeSchema.safeParse(body);
    if (!parsed.success) {
      metrics.dropped('unreadable', 1);
      return { outcome: 'invalid', issues: describeIssues(parsed.error) };
    }
    const { consentId, sessionId, context = {}, sentAt, events } = parsed.data;
    const submission = { consentId, sessionId, context, sentAt: Date.parse(sentAt), events };
    const [outcome] = await take([submission], gpc);
    if (!outcome) throw new Error('an intake answers each submission');
    return outcome;
  };
}
