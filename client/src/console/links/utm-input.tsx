import { useId, useRef } from 'react';
import { formatCount } from '#shared/format-figures';
import { MAX_UTM, mayBeRefused } from '#shared/text';
import { foldSpelling } from '#shared/traffic-fields';
import { rangeOf } from '../address/range-in-address.ts';
import { reportRoute } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { LabelledInput } from '../ui/inputs.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { linksWords as words } from '../words/console-messages.ts';
import { type UsedValue, type UtmField, usualSpelling } from './campaign-link.ts';
import styles from './link-builder.module.css';

const people = (count: number) => words.people(count, { people: formatCount(count) });

interface UtmInputProps {
  field: UtmField;
  /** The days of the values in use begin in this time zone. */
  zone: string;
  value: string;
  onChange(value: string): void;
}

/** A field that offers the values of the last 90 days. Warns of another spelling of one of them, and of what is not counted. */
export function UtmInput({ field, zone, value, onChange }: UtmInputProps) {
  const span = { range: '90', zone, unit: '' } as const;
  const { data, failure } = useReport<{ rows: UsedValue[] }>((now) =>
    reportRoute('traffic', span, rangeOf(span, now), [['by', field]]),
  );
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const used = data?.rows ?? [];
  const same = used.find((known) => known.value === foldSpelling(value));
  const usual = usualSpelling(value, used);
  return (
    <div className={styles['field']}>
      <LabelledInput
        label={words.fields[field]}
        ref={input}
        value={value}
        list={`${id}used`}
        maxLength={MAX_UTM}
        placeholder={words.examples[field]}
        spellCheck={false}
        autoCapitalize="none"
        aria-describedby={`${id}note`}
        onChange={onChange}
      />
      <datalist id={`${id}used`}>
        {used.map(
          (known) => known.value !== null && <option key={known.value} value={known.value} />,
        )}
      </datalist>
      <div id={`${id}note`} aria-live="polite">
        {failure && <p>{words.unknown}</p>}
        {mayBeRefused(value.trim()) && <p className={styles['warning']}>{words.refused}</p>}
        {usual?.value && (
          <p className={styles['warning']}>
            {words.spelling({ people: people(usual.people), value: usual.value })}
          </p>
        )}
        {same && !usual && <p>{words.used({ people: people(same.people) })}</p>}
      </div>
      {usual?.value && (
        <SmallButton
          label={words.takeSpelling({ value: usual.value })}
          onClick={() => {
            onChange(usual.value ?? '');
            input.current?.focus(); // this button disappears
          }}
        />
      )}
    </div>
  );
}
