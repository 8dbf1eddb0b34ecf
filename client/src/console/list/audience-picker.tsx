import type { Audience } from '#shared/list';
import { APPLICATION_STATES } from '#shared/list-values';
import { LANGUAGES } from '#shared/site-languages';
import { Check } from '../ui/inputs.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings.module.css';

const words = listWords.mailings;
const states = listWords.states;
const names = new Intl.DisplayNames('en', { type: 'language' });
/** Not those of event-values.ts: a file that the console shares with analytics would cost every visitor a request. */
const TYPES = ['notifyme', 'beta'] as const;

interface PickerProps {
  audience: Audience;
  onChange(part: Partial<Audience>): void;
}

/** Whom a mailing is for. */
export const AudiencePicker = ({ audience, onChange }: PickerProps) => (
  <>
    <Choices
      legend={words.audience}
      all={TYPES}
      chosen={audience.types}
      labelOf={(type) => words.types[type]}
      onChange={(types) => onChange({ types })}
    />
    {audience.types.includes('beta') && (
      <Choices
        legend={words.withState}
        all={APPLICATION_STATES}
        chosen={audience.states}
        labelOf={(state) => states[state]}
        onChange={(chosen) => onChange({ states: chosen })}
      />
    )}
    <Choices
      legend={
        audience.languages.length === 0
          ? `${words.languages}: ${words.allLanguages}`
          : words.languages
      }
      all={LANGUAGES}
      chosen={audience.languages}
      labelOf={(language) => names.of(language) ?? language}
      onChange={(languages) => onChange({ languages })}
    />
  </>
);

interface ChoicesProps<One> {
  legend: string;
  all: readonly One[];
  chosen: readonly One[];
  labelOf(one: One): string;
  onChange(chosen: One[]): void;
}

function Choices<One extends string>({
  legend,
  all,
  chosen,
  labelOf,
  onChange,
}: ChoicesProps<One>) {
  return (
    <fieldset className={styles['group']}>
      <legend>{legend}</legend>
      {all.map((one) => (
        <Check
          key={one}
          label={labelOf(one)}
          checked={chosen.includes(one)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...chosen, one] : chosen.filter((other) => other !== one))
          }
        />
      ))}
    </fieldset>
  );
}
