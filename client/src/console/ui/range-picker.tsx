import { type FormEvent, useContext } from 'react';
import { formatDay } from '#shared/time-buckets';
import { Button } from '../../ui/button.tsx';
import { NAMED_RANGES, rangeOf, unitsOf } from '../address/range-in-address.ts';
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
  const address = useContext(AddressNow);
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
        <Days address={address} change={change} />
        <label className={controls['check']}>
          <input
            type="checkbox"
            checked={compare}
            onChange={(event) => change({ compare: event.target.checked })}
          />
          <span>{words.compare}</span>
        </label>
        <Fold on="wide" label={words.details}>
          <ZonePicker address={address} change={change} />
          <Unit address={address} change={change} />
        </Fold>
      </div>
    </Fold>
  );
}

/** Returns the chosen period in words. */
export const nameOf = ({ range }: ViewAddress): string =>
  typeof range === 'string'
    ? words.long[range]
    : range.from === range.to
      ? range.from
      : words.days(range);

/** Returns what the figures are compared with, in words. */
export const beforeNameOf = ({ range }: ViewAddress): string =>
  typeof range === 'string' ? words.before[range] : words.daysBefore;

function Days({ address, change }: ViewProps) {
  const { range, zone } = address;
  const period = rangeOf(address, Date.now(), 'people');
  const { from, to } =
    typeof range === 'string'
      ? { from: formatDay(period.from, zone), to: formatDay(period.to, zone) }
      : range;
  const formRef = useFormReset(`${from} ${to}`);

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

function Unit({ address, change }: ViewProps) {
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
