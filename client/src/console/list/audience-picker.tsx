import { LANGUAGES } from '#shared/languages';
import type { Audience } from '#shared/list';
import { APPLICATION_STATES } from '#shared/list-values';
import controls from '../ui/controls.module.css';
import styles from './list.module.css';
import { listWords } from './words.ts';

const { mailings: words, states } = listWords;

interface PickerProps {
  audience: Audience;
  onChange(part: Partial<Audience>): void;
}

const toggle = <One extends string>(list: readonly One[], one: One, isOn: boolean) =>
  isOn ? [...list, one] : list.filter((other) => other !== one);

/** Whom a mailing is for. */
export const AudiencePicker = ({ audience, onChange }: PickerProps) => (
  <>
    <fieldset className={styles['group']}>
      <legend>{words.audience}</legend>
      {(['notifyme', 'beta'] as const).map((type) => (
        <label key={type} className={controls['check']}>
          <input
            type="checkbox"
            checked={audience.types.includes(type)}
            onChange={(event) =>
              onChange({ types: toggle(audience.types, type, event.target.checked) })
            }
          />
          {words.types[type]}
        </label>
      ))}
    </fieldset>
    {audience.types.includes('beta') && (
      <fieldset className={styles['group']}>
        <legend>{words.withState}</legend>
        {APPLICATION_STATES.map((state) => (
          <label key={state} className={controls['check']}>
            <input
              type="checkbox"
              checked={audience.states.includes(state)}
              onChange={(event) =>
                onChange({ states: toggle(audience.states, state, event.target.checked) })
              }
            />
            {states[state]}
          </label>
        ))}
      </fieldset>
    )}
    <fieldset className={styles['group']}>
      <legend>
        {words.languages}
        {audience.languages.length === 0 && `: ${words.allLanguages}`}
      </legend>
      {LANGUAGES.map((one) => (
        <label key={one} className={controls['check']}>
          <input
            type="checkbox"
            checked={audience.languages.includes(one)}
            onChange={(event) =>
              onChange({ languages: toggle(audience.languages, one, event.target.checked) })
            }
          />
          {one}
        </label>
      ))}
    </fieldset>
  </>
);
