import { Check } from '../ui/inputs.tsx';
import { Select } from '../ui/select.tsx';
import { funnelWords } from '../words/console-messages.ts';
import { ASKABLE, type AskableProperty, type StepDraft } from './step-draft.ts';
import styles from './step-editor.module.css';

const words = funnelWords.editor;
const ANY = '*';
const askableWords: Readonly<Record<AskableProperty, string>> = words.properties;
/** An address may name other properties, also `constructor`. */
const propertyWords = new Map(Object.entries(askableWords));

interface StepFieldsProps {
  draft: StepDraft;
  /** Counted from 1. */
  position: number;
  onChange(draft: StepDraft): void;
}

/** The fields of a step: its event and its filter. */
export function StepFields({ draft, position, onChange }: StepFieldsProps) {
  const { event, properties, sameEvent } = draft;
  const events = [[ANY, words.anyEvent] as const, ...Object.entries(words.events)];
  const askable = new Map<string, readonly string[]>(
    Object.entries(new Map(Object.entries(ASKABLE)).get(event ?? ANY) ?? {}),
  );
  const ask = (name: string, value: string) => {
    const { [name]: _, ...others } = properties;
    onChange({ ...draft, properties: value ? { ...others, [name]: value } : others });
  };
  // Includes a value that somebody typed into the address by hand.
  const shown = [...new Set([...askable.keys(), ...Object.keys(properties)])];
  return (
    <div className={styles['fields']}>
      <Select
        label={words.event}
        value={event ?? ANY}
        options={events}
        onChange={(value) =>
          onChange({ ...draft, event: value === ANY ? null : value, properties: {} })
        }
      />
      {shown.map((name) => (
        <Select
          key={name}
          label={propertyWords.get(name) ?? name}
          value={String(properties[name] ?? '')}
          options={[
            ['', words.anyProperty],
            ...(askable.get(name) ?? []).map((value) => [value, value] as const),
          ]}
          onChange={(value) => ask(name, value)}
        />
      ))}
      {position > 1 && (
        <Check
          label={words.sameEvent({ before: position - 1 })}
          checked={sameEvent}
          onChange={(isChecked) => onChange({ ...draft, sameEvent: isChecked })}
        />
      )}
    </div>
  );
}
