import type { FiguresReport } from '#shared/growth';
import { consentRateOf, totalsOf } from '#shared/totals';
import { formatRate } from '../charts/compare.ts';
import { formatCount } from '../charts/format-figures.ts';
import { changesOf } from '../charts/totals.ts';
import { growthOverview as words } from './words.ts';

/** Returns the figures of a period with their changes since the period before. */
export function figuresOf(report: FiguresReport, before: FiguresReport | null, zone: string) {
  const now = totalsOf(report.buckets);
  const changes = changesOf(report, before, zone);
  return [
    {
      label: words.pages,
      value: formatCount(now.pages),
      change: changes.count(({ pages }) => pages),
    },
    {
      label: words.signups,
      value: formatCount(now.signups),
      change: changes.count(({ signups }) => signups),
    },
    {
      label: words.consent,
      value: formatRate(consentRateOf(now)),
      change: changes.consentRate(),
    },
  ];
}
