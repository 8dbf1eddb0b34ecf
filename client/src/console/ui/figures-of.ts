import { formatCount } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { wholeOf } from '#shared/totals';
import type { Changes } from '../charts/total-changes.ts';
import { commonWords } from '../words/console-messages.ts';

const words = commonWords.figures;

/** Returns the figures of a period that every view shows alike, with their changes since the period before. */
export function figuresOf(report: FiguresReport, changes: Changes) {
  const totals = wholeOf(report);
  return {
    signups: {
      label: words.signups,
      value: formatCount(totals.signups),
      change: changes.people(({ signups }) => signups),
    },
    pages: {
      label: words.pages,
      value: formatCount(totals.pages),
      change: changes.count(({ pages }) => pages),
    },
  };
}
