import { Select } from '../ui/select.tsx';
import { ASKABLE, type StepDraft } from './step-draft.ts';
import styles from './step-editor.module.css';
import { growthFunnel } from './words.ts';

const words = growthFunnel.editor;
const ANY = '*';

interface StepFieldsProps {
  draft: StepDraft;
  onChange(draft: StepDraft): void;
}

/** Which event a step is, and what it asks of it. */
export function StepFields({ draft, onChange }: StepFieldsProps) {
  const { event, properties } = draft;
  const events = [
    [ANY, words.anyEvent] as const,
    ...Object.keys(ASKABLE).map((name) => [name, name] as const),
  ];
  const askable: Record<string, readonly string[]> =
    event !== null && Object.hasOwn(ASKABLE, event) ? ASKABLE[event as keyof typeof ASKABLE] : {};
  const ask = (name: string, value: string) => {
    const { [name]: _, ...others } = properties;
    onChange({ ...draft, properties: value ? { ...others, [name]: value } : others });
  };
  // Also what somebody asks for by hand, in the address.
  const names = [...new Set([...Object.keys(askable), ...Object.keys(properties)])];
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
      {names.map((name) => (
        <Select
          key={name}
          label={name}
          value={String(properties[name] ?? '')}
          options={[
            ['', words.anyProperty],
            ...(askable[name] ?? []).map((value) => [value, value] as const),
          ]}
          onChange={(value) => ask(name, value)}
        />
      ))}
    </div>
  );
}
