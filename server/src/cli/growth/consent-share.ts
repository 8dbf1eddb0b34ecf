import { formatCount, formatShare, plain } from '#shared/format-figures';
import type { DecisionCount } from '#shared/reports';

/** How many of the answers to the consent question were *accept*. */
export interface ConsentShare {
  agreed: number;
  answers: number;
}

/** Adds the answers up. A withdrawal is not an answer: the same person had agreed before. */
export function sumConsent(decisions: readonly DecisionCount[]): ConsentShare {
  const sum = (kind: DecisionCount['decision']) =>
    decisions.reduce((total, { decision, count }) => total + (decision === kind ? count : 0), 0);
  const agreed = sum('granted');
  return { agreed, answers: agreed + sum('refused') };
}

/** Says how much the figures rest on consent, in the words of the console. */
export const describeConsent = ({ agreed, answers }: ConsentShare): string =>
  answers === 0
    ? 'of those who agreed: no answers in that time'
    : `of the ${plain(formatShare(agreed, answers))} who agreed: ${formatCount(agreed)} of ${formatCount(answers)} answers`;
