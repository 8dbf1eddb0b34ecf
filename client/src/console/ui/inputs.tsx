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
