import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { COUNT_FOR_DOUBLING, clearAmong, zOfCounts, zOfDifference } from '#shared/statistics';
import type { Span } from '#shared/time-buckets';
import { consentRateOf, wholeOf } from '#shared/totals';
import {
  type Asked,
  compared,
  inLength,
  people,
  percent,
  pointsWords,
  ratioWords,
  verdict,
} from './summary-words.ts';

type AskedPeriod = Asked & { span: Span };

/**
 * Says in one sentence how many people signed up, and whether that is news. What it may call clear are the two figures of
 * the report that are about people: signups, and who agreed. Pages are not: one visitor asks for several.
 */
export function summarizeFigures(
  report: FiguresReport,
  before: { report: FiguresReport; span: Span } | null,
  asked: AskedPeriod,
): string {
  const now = wholeOf(report);
  if (before === null) return summarizeSignups(now.signups, null, asked);
  const then = wholeOf(before.report);
  const [rate, earlier] = [consentRateOf(now), consentRateOf(then)];
  const [isSignups = false, isConsent = false] = clearAmong([
    zOfCounts(now.signups, then.signups, shareOfTime(asked.span, before.span)),
    zOfDifference(rate, earlier),
  ]);
  const consent = isConsent
    ? `; ${percent(rate)} agreed to be measured, ${pointsWords(rate, earlier)} than before: ${verdict(true)}`
    : '';
  return `${signedUp(now.signups, asked)}${change(now.signups, then.signups, isSignups)}${consent}.`;
}

/** The same where only signups are known, so that there is one comparison. */
export function summarizeSignups(
  signups: number,
  before: { signups: number; span: Span } | null,
  asked: Asked,
): string {
  if (before === null || asked.span === null) return `${signedUp(signups, asked)}.`;
  const share = shareOfTime(asked.span, before.span);
  const [isClear = false] = clearAmong([zOfCounts(signups, before.signups, share)]);
  return `${signedUp(signups, asked)}${change(signups, before.signups, isClear)}.`;
}

const signedUp = (count: number, asked: Asked) =>
  `${people(count, asked)} signed up${inLength(asked)}`;

function change(now: number, then: number, isClear: boolean): string {
  if (isClear && then === 0) return `, and nobody before: ${verdict(true)}`;
  const needed = COUNT_FOR_DOUBLING - now - then;
  if (!isClear && needed > 0) {
    return `, after ${formatCount(then)} before: too few to tell, ${formatCount(needed)} more are needed to see a doubling`;
  }
  return `, ${compared(ratioWords(now, then), 'before')}: ${verdict(isClear)}`;
}

/** The calendar's months differ in length. */
function shareOfTime(now: Span, before: Span): number {
  const [length, earlier] = [now.to - now.from + 1, before.to - before.from + 1];
  return length / (length + earlier);
}
