import { type FormEvent, memo, useContext } from 'react';
import { countBuckets, formatIsoDay, isDay, isMonth, type Unit } from '#shared/time-buckets';
import {
  DEFAULT_RANGE,
  isLive,
  NAMED_RANGES,
  type NamedRange,
  rangeBefore,
  rangeOf,
  unitsOf,
} from '../address/range-in-address.ts';
import { AddressNow, change, openAddress, ownZone } from '../address/use-address.ts';
import { useFormReset } from '../address/use-form-reset.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { formatSpan } from '../charts/buckets.ts';
import { formatDay, formatMinute } from '../charts/format-axis.ts';
import { commonWords } from '../words/console-messages.ts';
import controls from './controls.module.css';
import { Check, LabelledInput, Select } from './inputs.tsx';
import { closeMenu, Menu } from './menu.tsx';
import styles from './range-picker.module.css';
import { SmallButton } from './small-button.tsx';

const words = commonWords.range;

/** Below what says that a period has nothing: a press shows one that may have something. */
export const ToMonth = ({ range }: Pick<ViewAddress, 'range'>) =>
  range !== DEFAULT_RANGE && (
    <p>
      <SmallButton label={words.toMonth} onClick={() => openAddress({ range: DEFAULT_RANGE })} />
    </p>
  );

/** The period of a view, with its time zone and its bars, and whether it is compared. */
export function RangePicker() {
  const address = useContext(AddressNow);
  const { range, zone, unit, view, compare } = address;
  const period = rangeOf(address, Date.now());
  const name = nameOf(address);
  const { from, to } =
    typeof range === 'string'
      ? { from: formatIsoDay(period.from, zone), to: formatIsoDay(period.to, zone) }
      : range;
  return (
    <>
      <Picker
        {...{ zone, unit, from, to }}
        range={typeof range === 'string' ? range : null}
        // A phone has room for one row of controls.
        name={name.replaceAll(` ${formatIsoDay(Date.now(), zone).slice(0, 4)}`, '')}
        units={unitsOf(period, view).join(' ')}
      />
      <p className={styles['printed']}>{name}</p>
      <Check
        label={words.compare}
        checked={compare}
        onChange={(isChecked) => change({ compare: isChecked })}
      />
    </>
  );
}

interface PickerProps extends DaysProps, Pick<ViewAddress, 'zone' | 'unit'> {
  /** Null for days of one's own. */
  range: NamedRange | null;
  name: string;
  /** Those of the bars that the period can have, the usual one first, with spaces between. */
  units: string;
}

/** Memoised, with texts for all that it needs: a press on a filter draws none of its inputs. */
const Picker = memo(({ range, name, zone, from, to, unit, units }: PickerProps) => (
  <Menu label={name} title={words.label} className={styles['period']}>
    <fieldset className={controls['choices']}>
      <legend className="visually-hidden">{words.label}</legend>
      {NAMED_RANGES.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="range"
            checked={range === one}
            // Arrow keys choose, too, and go on.
            onClick={({ detail, currentTarget }) => detail > 0 && closeMenu(currentTarget)}
            onChange={() => change({ range: one, unit: '' })}
          />
          <span>{words.short[one]}</span>
        </label>
      ))}
    </fieldset>
    <Days from={from} to={to} />
    <label className={controls['select']} data-opens>
      <span>{words.zone}</span>
      <select value={zone} onChange={({ target }) => change({ zone: target.value })}>
        <Zones zone={zone} />
      </select>
    </label>
    <Select
      label={words.unit}
      value={unit || (units.split(' ')[0] ?? '')}
      options={units.split(' ').map((one) => [one, words.units[one as Unit]] as const)}
      onChange={(one) => change({ unit: units.startsWith(one) ? '' : one })}
    />
  </Menu>
));

function nameOf(address: ViewAddress): string {
  const { range, zone } = address;
  if (typeof range === 'string') return words.short[range];
  const { from, to } = rangeOf(address, Date.now());
  if (Number.isNaN(from)) return range.from; // it may be no day
  return (isDay(range.from) ? formatDay : formatMinute)(from, zone, to);
}

/** Returns what the figures are compared with, in words. */
export function beforeNameOf(address: ViewAddress): string {
  if (typeof address.range === 'string') return words.before[address.range];
  const [period, { zone }] = [rangeOf(address, Date.now()), address];
  if (isMonth(period, zone)) return words.before['last-month'];
  if (!isDay(address.range.from)) return words.timeBefore;
  const days = words.daysBefore(countBuckets(period, 'day', zone));
  return isLive(address, Date.now()) ? words.soFar({ days }) : days;
}

/** Returns the days and times of the period before, or an empty text. */
export function beforeDatesOf(address: ViewAddress): string {
  const before = rangeBefore(address, Date.now());
  return before ? formatSpan(before, address.zone) : '';
}

interface DaysProps {
  from: string;
  to: string;
}

function Days({ from, to }: DaysProps) {
  const formRef = useFormReset(`${from} ${to}`);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // If the later day comes first, the two days are swapped.
    const [first = '', last = ''] = [String(form.get('from')), String(form.get('to'))].sort();
    change({ range: { from: first, to: last }, unit: '' });
    closeMenu(event.currentTarget);
  }

  return (
    <form ref={formRef} className={controls['dates']} onSubmit={submit}>
      <LabelledInput label={words.from} type="date" name="from" defaultValue={from} required />
      <LabelledInput label={words.to} type="date" name="to" defaultValue={to} required />
      <SmallButton type="submit" label={words.apply} title={words.both} />
    </form>
  );
}

/** Memoised: drawing its 400 options at every other change is slow. Names begin with the place, which people type. */
const Zones = memo(({ zone }: { zone: string }) =>
  [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone'), zone])].map((name) => (
    <option key={name} value={name}>
      {name.split('/').reverse().join(', ').replaceAll('_', ' ')}
    </option>
  )),
);
