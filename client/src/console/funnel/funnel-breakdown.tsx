import { useContext } from 'react';
import { parseFilter } from '#shared/event-filter';
import { formatShare } from '#shared/format-figures';
import { compareSteps, conversionOf, stepsOfValue } from '#shared/funnel-steps';
import type { FunnelReport } from '#shared/growth';
import { againstTheRest } from '#shared/statistics';
import { isSpelled } from '#shared/traffic-fields';
import { nameOfGroup } from '#shared/value-name';
import { cx } from '../../ui/cx.ts';
import { AddressNow, change, filterBy, hasFilters } from '../address/use-address.ts';
import { BREAKDOWN_NAMES } from '../address/view-address.ts';
import controls from '../ui/controls.module.css';
import { Select } from '../ui/inputs.tsx';
import { Table } from '../ui/table.tsx';
import { peopleCell, rateCell } from '../ui/table-cells.ts';
import { commonWords, funnelWords } from '../words/console-messages.ts';
import {
  askedBreakdown,
  breakdownName,
  chosenBreakdown,
  isOffered,
  usualBreakdown,
} from './chosen-funnel.ts';
import styles from './funnel-chart.module.css';
import type { FunnelPartProps } from './funnel-chart.tsx';

const words = funnelWords.breakdown;

/** The funnel for each value of what it is broken down by: the people of each step, and the rate of the last. */
export function FunnelBreakdown({ report, before, address }: FunnelPartProps) {
  const asked = askedBreakdown(address);
  const by = chosenBreakdown(address);
  const last = report.steps.length - 1;
  const name = breakdownName(by);
  const heading = words.heading({ by: name.toLowerCase() });
  const title = (
    <div className={cx(controls['row'], styles['by'])}>
      <h2>
        {words.label} <span className="visually-hidden">{name.toLowerCase()}</span>
      </h2>
      <BreakdownPicker />
      {by !== asked && <p>{words.notOffered({ by: breakdownName(asked).toLowerCase() })}</p>}
    </div>
  );
  if (report.breakdown.length === 0) return title;
  return (
    <Table
      heading={heading}
      title={title}
      name={name}
      columns={[
        ...report.labels.map((label, position) => ({
          label,
          unit: position === last ? words.finished : words.started,
          isMinor: position > 0 && position < last,
          hasChange: position === last,
        })),
        { label: words.rate },
      ]}
      rows={breakdownRowsOf(report, before, by).map(
        ({ key, label, filter, steps, rate, isClear }) => ({
          key,
          name: label,
          onChoose: filter ? () => change(filterBy(filter)) : undefined,
          isChosen: filter !== null && hasFilters(address, [filter]),
          cells: [
            ...steps.map(({ position, count, ofFirst, before: then }) => ({
              ...peopleCell(count, before ? (then?.count ?? null) : undefined, before?.share),
              note:
                ofFirst && position < last
                  ? formatShare(ofFirst.successes, ofFirst.trials)
                  : undefined,
              rate: then?.count && position === last ? rate : undefined,
            })),
            rateCell(rate, before ? steps[last]?.before?.ofFirst : undefined, isClear),
          ],
        }),
      )}
      sortedBy={last}
      rest={[words.note, isSpelled(by) && commonWords.sources.spellings].filter(Boolean).join(' ')}
    />
  );
}

function BreakdownPicker() {
  const address = useContext(AddressNow);
  return (
    <Select
      label={words.label}
      value={chosenBreakdown(address)}
      options={Object.entries(BREAKDOWN_NAMES).filter(([name]) => isOffered(address, name))}
      without={words.onlyLater}
      onChange={(value) => change({ breakdown: value === usualBreakdown(address) ? '' : value })}
    />
  );
}

/**
 * Returns a row for each value, and one for the values that are not listed, each tested against all others together.
 * @param by the property, as the address has it
 */
export function breakdownRowsOf(report: FunnelReport, before: FunnelReport | null, by: string) {
  const { breakdown, others } = report;
  const field = parseFilter(by);
  const rows = breakdown.map(({ value, steps }) => {
    const label = nameOfGroup(by, value);
    const filter = field && { ...field, value };
    return {
      key: JSON.stringify(value),
      label,
      filter,
      steps,
      earlier: before && stepsOfValue(before, value),
    };
  });
  if (others) {
    const label = words.others(others.values);
    rows.push({ key: 'others', label, filter: null, steps: others.steps, earlier: null });
  }
  return againstTheRest(rows.map((row) => ({ ...row, rate: conversionOf(row.steps) }))).map(
    ({ earlier, ...row }) => ({ ...row, steps: compareSteps(row.steps, earlier) }),
  );
}
