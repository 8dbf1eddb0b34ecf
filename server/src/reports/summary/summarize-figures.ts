import { isNearlyEmpty } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { COUNT_FOR_DOUBLING, isBeyondChance } from '#shared/statistics';
import { formatIsoDay, type Span, shareOfTime } from '#shared/time-buckets';
import { sizeOfFigures, wholeOf } from '#shared/totals';
import { summaryWords } from '../../words/server-messages.ts';
import { type Asked, compared, inLength, people, verdict } from './summary-words.ts';

const words = summaryWords.figures;

/** Says in one sentence how many people signed up, and whether that is news, by the test of the figure beside it. */
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
  const parts = signedUp(now.signups, asked);
  const day = begun(before.report, asked);
  if (day) return summaryWords.sentence({ parts: parts + words.begun({ day }) });
  const share = shareOfTime(asked.span, before.span);
  const isClear = isBeyondChance(now.signups, then.signups, share);
  return summaryWords.sentence({ parts: parts + change(now.signups, then.signups, isClear) });
}

/** Returns the first day with figures if days before it have none: more people now are then no news. At night an hour may have none. */
function begun({ unit, buckets }: FiguresReport, { zone }: Asked): string | undefined {
  const first = buckets.find(({ pages }) => pages > 0);
  if (unit === 'hour' || !first || first === buckets[0]) return undefined;
  return formatIsoDay(Date.parse(first.from), zone);
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
