import { type FormEvent, memo, useContext } from 'react';
import { formatDay } from '#shared/time-buckets';
import { Button } from '../../ui/button.tsx';
import { NAMED_RANGES, rangeOf, type TimeRange, unitsOf } from '../address/range-in-address.ts';
import { AddressNow, type ViewProps } from '../address/use-address.ts';
import { useFormReset } from '../address/use-form-reset.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { commonWords } from '../words/console-messages.ts';
import controls from './controls.module.css';
import { Fold } from './fold.tsx';
import styles from './range-picker.module.css';
import { Select } from './select.tsx';
import { ZonePicker } from './zone-picker.tsx';

const words = commonWords.range;

/** What the figures of a view are about: the period, the comparison, and behind a button the time zone and the bars. */
export function RangePicker({ change }: Pick<ViewProps, 'change'>) {
  const { range, zone, unit, compare } = useContext(AddressNow);
  return <Picker {...{ range, zone, unit, compare, change }} days={daysOf(range, zone)} />;
}

/** The first and the last day of a period, with a space between. */
function daysOf(range: TimeRange, zone: string): string {
  const { from, to } = rangeOf({ range, zone }, Date.now(), 'people');
  return typeof range === 'string'
    ? `${formatDay(from, zone)} ${formatDay(to, zone)}`
    : `${range.from} ${range.to}`;
}

type Period = Pick<ViewAddress, 'range' | 'zone' | 'unit' | 'compare'>;
interface PickerProps extends Pick<ViewProps, 'change'> {
  address: Period;
}

/** Memoised: a press on a filter draws none of its inputs. */
const Picker = memo(({ change, days, ...address }: Period & DaysProps) => {
  const { range, compare } = address;
  return (
    <Fold on="narrow" label={nameOf(address)} isEven>
      <div className={`${controls['row']} ${styles['picker']}`}>
        <fieldset className={controls['choices']}>
          <legend className="visually-hidden">{words.label}</legend>
          {NAMED_RANGES.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="range"
                checked={range === name}
                onChange={() => change({ range: name, unit: '' })}
              />
              <span>{words.short[name]}</span>
            </label>
          ))}
        </fieldset>
        <Days days={days} change={change} />
        <label className={controls['check']}>
          <input
            type="checkbox"
            checked={compare}
            onChange={(event) => change({ compare: event.target.checked })}
          />
          <span>{words.compare}</span>
        </label>
        <Fold on="wide" label={words.details}>
          <ZonePicker zone={address.zone} change={change} />
          <Unit address={address} change={change} />
        </Fold>
      </div>
    </Fold>
  );
});

/** Returns the chosen period in words. */
export const nameOf = ({ range }: Pick<Period, 'range'>): string =>
  typeof range === 'string'
    ? words.long[range]
    : range.from === range.to
      ? range.from
      : words.days(range);

/** Returns what the figures are compared with, in words. */
export const beforeNameOf = ({ range }: ViewAddress): string =>
  typeof range === 'string' ? words.before[range] : words.daysBefore;

interface DaysProps extends Pick<ViewProps, 'change'> {
  days: string;
}

function Days({ days, change }: DaysProps) {
  const [from, to] = days.split(' ');
  const formRef = useFormReset(days);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // If the later day comes first, the two days are swapped.
    const [first = '', last = ''] = [String(form.get('from')), String(form.get('to'))].sort();
    change({ range: { from: first, to: last }, unit: '' });
    event.currentTarget.closest<HTMLElement>(':popover-open')?.hidePopover();
  }

  return (
    <form ref={formRef} className={controls['dates']} onSubmit={submit}>
      <label className={controls['date']}>
        <span>{words.from}</span>
        <input type="date" name="from" defaultValue={from} required />
      </label>
      <label className={controls['date']}>
        <span>{words.to}</span>
        <input type="date" name="to" defaultValue={to} required />
      </label>
      <Button type="submit" variant="quiet" size="small" label={words.apply} title={words.both} />
    </form>
  );
}

function Unit({ address, change }: PickerProps) {
  const units = unitsOf(rangeOf(address, Date.now(), 'people'));
  const [usual = ''] = units;
  // A single width is no choice. It keeps its place, so that the buttons below do not move.
  const isChoice = units.length > 1 || address.unit !== '';
  return (
    <div className={isChoice ? undefined : styles['kept']}>
      <Select
        label={words.unit}
        value={address.unit || usual}
        options={units.map((unit) => [unit, words.units[unit]] as const)}
        onChange={(unit) => change({ unit: unit === usual ? '' : unit })}
      />
    </div>
  );
}
