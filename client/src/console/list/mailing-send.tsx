import { type ReactNode, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { Audience, AudienceCount } from '#shared/list';
import { APPLICATION_STATES } from '#shared/list-values';
import { LANGUAGES } from '#shared/site-languages';
import { nameOfLanguage } from '#shared/value-name';
import { cx } from '../../ui/cx.ts';
import { countedPeople } from '../api/use-desk.ts';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { Check, LabelledInput } from '../ui/inputs.tsx';
import { veiled } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords, signupsWords } from '../words/console-messages.ts';
import styles from './mailings-view.module.css';
import { USUAL } from './use-draft.ts';

const words = listWords.mailings;

interface SendProps {
  audience: Audience;
  count: AudienceCount | null;
  /** Whether the count is of another audience. */
  isOld: boolean;
  /** Why it cannot be sent. */
  missing: string | null;
  onChange(part: Partial<Audience>): void;
  /** @param people the number that was typed */
  onSend(people: number): void;
  children: ReactNode;
}

/** Whom a mailing is for, what stores that, and what sends it. */
export function MailingSend(props: SendProps) {
  const { audience, count, isOld, missing, onChange, onSend, children } = props;
  const [people, setPeople] = useState('');
  const { types, states, languages } = audience;
  const wrong = missing ?? (count?.people === 0 ? words.nobody : null);
  const out = Object.entries(words.leftOut).flatMap(([reason, text]) => {
    const people = count?.leftOut[reason as keyof AudienceCount['leftOut']] ?? 0;
    return people > 0 ? `${formatCount(people)} ${text}` : [];
  });
  const isOff = isOld || missing !== null || people !== String(count?.people);
  return (
    <>
      <Choices
        legend={words.audience}
        all={USUAL.types}
        chosen={types}
        nameOf={(type) => signupsWords.types[type]}
        onChange={(chosen) => onChange({ types: chosen })}
      />
      {types.includes('beta') && (
        <Choices
          legend={words.withState}
          all={APPLICATION_STATES}
          chosen={states}
          nameOf={(state) => listWords.states[state]}
          onChange={(chosen) => onChange({ states: chosen })}
        />
      )}
      <Choices
        legend={words.languages}
        all={LANGUAGES}
        chosen={languages.length === 0 ? LANGUAGES : languages}
        nameOf={nameOfLanguage}
        onChange={(chosen) =>
          onChange({ languages: chosen.length === LANGUAGES.length ? [] : chosen })
        }
      />
      <div className={controls['row']}>{children}</div>
      {count && (
        <div className={cx(styles['words'], veiled)} aria-busy={isOld}>
          <div>
            <b>{words.count({ people: countedPeople(count.people) })}</b>{' '}
            {words.byType({
              notifyme: formatCount(count.byType.notifyme),
              beta: formatCount(count.byType.beta),
            })}
            {out.length > 0 && (
              <p className={blocks['quiet']}>{`${words.out} ${out.join('; ')}.`}</p>
            )}
          </div>
          {count.people > 0 && (
            <form
              className={controls['row']}
              onSubmit={(event) => {
                event.preventDefault();
                if (isOff) return;
                setPeople(''); // a second press sends nothing
                onSend(Number(people));
              }}
            >
              {missing === null && (
                <LabelledInput
                  label={words.type({ count: count.people })}
                  inputMode="numeric"
                  autoComplete="off"
                  value={people}
                  onChange={(value) => setPeople(value.trim())}
                />
              )}
              <SmallButton
                type="submit"
                className={controls['solid']}
                label={words.send({ people: countedPeople(count.people) })}
                aria-disabled={isOff || undefined}
              />
            </form>
          )}
          <p className={wrong ? controls['warning'] : blocks['quiet']}>{wrong ?? words.sendLead}</p>
        </div>
      )}
    </>
  );
}

interface ChoicesProps<One> {
  legend: string;
  all: readonly One[];
  chosen: readonly One[];
  nameOf(one: NoInfer<One>): string;
  onChange(chosen: One[]): void;
}

const Choices = <One extends string>({ legend, all, chosen, ...props }: ChoicesProps<One>) => (
  <fieldset className={controls['row']}>
    <legend className={blocks['quiet']}>{legend}</legend>
    {all.map((one) => (
      <Check
        key={one}
        label={props.nameOf(one)}
        checked={chosen.includes(one)}
        onChange={(isChecked) =>
          props.onChange(isChecked ? [...chosen, one] : chosen.filter((other) => other !== one))
        }
      />
    ))}
  </fieldset>
);
