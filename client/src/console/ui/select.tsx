import controls from './controls.module.css';

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
