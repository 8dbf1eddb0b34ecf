import type { ComponentProps } from 'react';
import controls from './controls.module.css';

interface LabelledInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string;
  onChange?(value: string): void;
}

export const LabelledInput = ({ label, onChange, ...input }: LabelledInputProps) => (
  <label className={controls['select']}>
    <span>{label}</span>
    <input {...input} onChange={onChange && ((event) => onChange(event.target.value))} />
  </label>
);

interface CheckProps {
  label: string;
  checked: boolean;
  onChange(isChecked: boolean): void;
}

export const Check = ({ label, checked, onChange }: CheckProps) => (
  <label className={controls['check']}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);

interface SelectProps {
  label: string;
  value: string;
  /** Values and labels. An unknown value is shown as it is. */
  options: readonly (readonly [value: string, words: string])[];
  /** Says at the end why other values are missing. */
  without?: string;
  onChange(value: string): void;
}

export function Select({ label, value, options, without, onChange }: SelectProps) {
  const isKnown = options.some(([known]) => known === value);
  return (
    <label className={controls['select']} data-opens>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([known, words]) => (
          <option key={known} value={known}>
            {words}
          </option>
        ))}
        {without && <option disabled>{without}</option>}
      </select>
    </label>
  );
}
