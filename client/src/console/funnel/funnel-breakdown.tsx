import { formatRate } from '#shared/format-figures';
import type { FunnelReport } from '#shared/growth';
import { isSpelled } from '#shared/traffic-fields';
import { type ChangeAddress, filterBy } from '../address/use-address.ts';
import type { Earlier } from '../api/use-compared.ts';
import { Table } from '../ui/table.tsx';
import { peopleCell, rateCell } from '../ui/table-cells.ts';
import { commonWords, funnelWords } from '../words/console-messages.ts';
import { breakdownRowsOf } from './breakdown-rows.ts';
import { breakdownName } from './chosen-funnel.ts';

const words = funnelWords.breakdown;
/** The most steps after the first that a narrow screen has room for. */
const MOST_NARROW = 3;

interface FunnelBreakdownProps {
  report: FunnelReport;
  /** The same funnel in the period before. */
  before: Earlier<FunnelReport> | null;
  /** The property, as the address has it. */
  by: string;
  change: ChangeAddress;
}

/** The funnel for each value of the breakdown: the people of each step, and the rate of the last. */
export function BreakdownTable({ report, before, by, change }: FunnelBreakdownProps) {
  const last = report.steps.length - 1;
  return (
    <Table
      heading={words.heading({ by: (breakdownName(by) ?? '').toLowerCase() })}
      name={words.value}
      columns={[
        ...report.labels.map((label, position) => ({
          label,
          unit: label.toLowerCase(),
          isMinor: last > MOST_NARROW && position > 0 && position < last,
        })),
        { label: words.rate, hasChange: true },
      ]}
      rows={breakdownRowsOf(report, before, by).map(
        ({ key, label, filter, steps, conversion, rest }) => ({
          key,
          name: label,
          onChoose: filter ? () => change(filterBy(filter)) : undefined,
          cells: [
            ...steps.map(({ position, count, ofFirst, before: then }) => ({
              ...peopleCell(count, before ? (then?.count ?? null) : undefined, before?.share),
              note: ofFirst && position < last ? formatRate(ofFirst) : undefined,
            })),
            rateCell(conversion, before ? steps[last]?.before?.ofFirst : undefined, rest),
          ],
        }),
      )}
      sortedBy={last}
      rest={[words.note, isSpelled(by) && commonWords.sources.spellings].filter(Boolean).join(' ')}
    />
  );
}
