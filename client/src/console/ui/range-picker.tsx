import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import type { ChangeAddress } from '../address/use-address.ts';
import { useFormReset } from '../address/use-form-reset.ts';
import { daysOf, LAST_DAYS, type ViewAddress } from '../address/view-address.ts';
import { growthText } from '../words.ts';
import controls from './controls.module.css';

const words = growthText.range;

interface RangePickerProps {
  range: ViewAddress['range'];
  change: ChangeAddress;
}

export function RangePicker({ range, change }: RangePickerProps) {
  const last = 'last' in range ? range.last : null;
  const { from, to } = daysOf(range, Date.now());
  const formRef = useFormReset(`${from} ${to}`);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // If the later day comes first, the two days are swapped.
    const [first = '', last = ''] = [String(form.get('from')), String(form.get('to'))].sort();
    change({ range: { from: first, to: last } });
  }

  return (
    <div className={controls['row']}>
      <fieldset className={controls['choices']}>
        <legend className="visually-hidden">{words.label}</legend>
        {LAST_DAYS.map((days) => (
          <label key={days}>
            <input
              type="radio"
              name="last"
              checked={last === days}
              onChange={() => change({ range: { last: days } })}
            />
            <span>{words.last[days]}</span>
          </label>
        ))}
      </fieldset>
      <form ref={formRef} className={controls['dates']} onSubmit={submit}>
        <label className={controls['date']}>
          <span>{words.from}</span>
          <input type="date" name="from" defaultValue={from} required />
        </label>
        <label className={controls['date']}>
          <span>{words.to}</span>
          <input type="date" name="to" defaultValue={to} required />
        </label>
        <Button
          type="submit"
          variant="quiet"
          size="small"
          label={words.apply}
          title={words.inUtc}
        />
      </form>
    </div>
  );
}
