import { comparePeople, isNearlyEmpty } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { DAY_MS } from '#shared/limits';
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
  const share = shareOfTime(asked.span, before.span);
  const news = isNearlyEmpty(sizeOfFigures(before.report))
    ? ''
    : change(now.signups, wholeOf(before.report).signups, share);
  return summaryWords.sentence({ parts: signedUp(now.signups, asked) + news });
}

/** Returns a day as the console writes it: `3 Oct 2026`. */
const dayIn = (time: number, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: zone }).format(time);

const signedUp = (count: number, asked: Asked) =>
  words.signedUp({ people: people(count), period: inLength(asked) });

function change(now: number, then: number, share: number): string {
  const said = comparePeople(now, then, share);
  if (said.change === null) return words.few(then, { earlier: formatCount(then) });
  return words.compared({
    compared: compared(now, then, summaryWords.before),
    verdict: verdict(said.isClear === true),
  });
}
