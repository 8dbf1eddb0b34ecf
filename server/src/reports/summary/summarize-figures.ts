import { isNearlyEmpty } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { COUNT_FOR_DOUBLING, clearAmong, FEW, zOfChange, zOfDifference } from '#shared/statistics';
import { type Span, shareOfTime } from '#shared/time-buckets';
import { consentRateOf, sizeOfFigures, wholeOf, wholeQuarters } from '#shared/totals';
import { summaryWords } from '../../words/server-messages.ts';
import {
  type Asked,
  compared,
  inLength,
  people,
  percent,
  pointsWords,
  verdict,
} from './summary-words.ts';

const words = summaryWords.figures;

/**
 * Says in one sentence how many people signed up, and whether that is news. What it may call clear are the two figures of
 * the report that are about people: signups, and who agreed. Pages are not: one visitor asks for several.
 */
export function summarizeFigures(
  report: FiguresReport,
  before: { report: FiguresReport; span: Span } | null,
  asked: Asked & { span: Span },
): string {
  const now = wholeOf(report);
  if (before === null) return summaryWords.sentence({ parts: signedUp(now.signups, asked) });
  const then = wholeOf(before.report);
  if (isNearlyEmpty(sizeOfFigures(before.report))) {
    const isFew = now.signups + then.signups < COUNT_FOR_DOUBLING;
    const few = isFew ? change(now.signups, then.signups, false) : '';
    return summaryWords.sentence({ parts: signedUp(now.signups, asked) + few });
  }
  const rate = consentRateOf(wholeOf(wholeQuarters(report)));
  const earlier = consentRateOf(wholeOf(wholeQuarters(before.report)));
  const [isSignups = false, isConsent = false] = clearAmong([
    zOfChange(now.signups, then.signups, shareOfTime(asked.span, before.span)),
    rate.trials < FEW ? 0 : zOfDifference(rate, earlier),
  ]);
  const consent = isConsent
    ? words.consent({
        rate: percent(rate),
        points: pointsWords(rate, earlier),
        verdict: verdict(true),
      })
    : '';
  const changed = change(now.signups, then.signups, isSignups);
  return summaryWords.sentence({ parts: signedUp(now.signups, asked) + changed + consent });
}

const signedUp = (count: number, asked: Asked) =>
  words.signedUp({ people: people(count), period: inLength(asked) });

function change(now: number, then: number, isClear: boolean): string {
  if (then === 0) return isClear ? words.nobodyBefore({ verdict: verdict(true) }) : words.nobody;
  const needed = COUNT_FOR_DOUBLING - now - then;
  if (!isClear && needed > 0) {
    return words.tooFew({ earlier: formatCount(then), needed: formatCount(needed) });
  }
  const than = summaryWords.before;
  return words.compared({ compared: compared(now, then, than), verdict: verdict(isClear) });
}
