import { isNearlyEmpty } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { DAY_MS } from '#shared/limits';
import { COUNT_FOR_DOUBLING, isBeyondChance } from '#shared/statistics';
import { type Span, shareOfTime } from '#shared/time-buckets';
import { sizeOfFigures, wholeOf } from '#shared/totals';
import { summaryWords } from '../../words/server-messages.ts';
import { type Asked, compared, inLength, people, verdict } from './summary-words.ts';

const words = summaryWords.figures;

/** Returns whether a period was counted from its beginning on: all but a tenth, and all but a day. Otherwise more people later are no news. */
export const isCountedFrom = ({ from, to }: Span, since: number | null): boolean =>
  since === null || since - from <= Math.min(DAY_MS, (to - from) / 10);

/**
 * Says in one sentence how many people signed up, and whether that is news, by the test of the figure beside it.
 *
 * @param before the period before; or since when anything is counted, where that began later; or null without a comparison
 */
export function summarizeFigures(
  report: FiguresReport,
  before: { report: FiguresReport; span: Span } | number | null,
  asked: Asked & { span: Span },
): string {
  const now = wholeOf(report);
  if (before === null) return summaryWords.sentence({ parts: signedUp(now.signups, asked) });
  if (typeof before === 'number') {
    const begun = words.begun({ day: dayIn(before, asked.zone) });
    return summaryWords.sentence({ parts: signedUp(now.signups, asked) + begun });
  }
  const then = wholeOf(before.report);
  if (isNearlyEmpty(sizeOfFigures(before.report))) {
    const isFew = now.signups + then.signups < COUNT_FOR_DOUBLING;
    const few = isFew ? change(now.signups, then.signups, false) : '';
    return summaryWords.sentence({ parts: signedUp(now.signups, asked) + few });
  }
  const parts = signedUp(now.signups, asked);
  const share = shareOfTime(asked.span, before.span);
  const isClear = isBeyondChance(now.signups, then.signups, share);
  return summaryWords.sentence({ parts: parts + change(now.signups, then.signups, isClear) });
}

/** Returns a day as the console writes it: `3 Oct 2026`. */
const dayIn = (time: number, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: zone }).format(time);

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
