import { compareCounts, comparePeople } from '#shared/compare-figures';
import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { wholeOf } from '#shared/totals';
import type { Earlier } from '../api/use-compared.ts';
import { formatClock } from '../charts/format-axis.ts';
import { commonWords } from '../words/console-messages.ts';

const words = commonWords.figures;

/** Returns the figures of a period that every view shows alike, with their changes since the period before. */
export function figuresOf(
  report: FiguresReport,
  before: Earlier<FiguresReport> | null,
  zone: string,
) {
  const now = wholeOf(report);
  const then = before && wholeOf(before);
  const until = comparedUntil(report, before, zone);
  return {
    signups: {
      label: words.signups,
      value: formatCount(now.signups),
      change: before && then && comparePeople(now.signups, then.signups, before.share),
    },
    pages: {
      label: until === null ? words.pages : words.pagesUntil({ time: until }),
      value: formatCount(now.pages),
      change: then && compareCounts(now.pages, then.pages),
    },
  };
}

/** Returns until when pages and answers count, because they are compared; null if that is the whole period. */
export const comparedUntil = (
  { unfinished }: FiguresReport,
  before: FiguresReport | null,
  zone: string,
): string | null => before && unfinished && formatClock(unfinished.from, zone);
