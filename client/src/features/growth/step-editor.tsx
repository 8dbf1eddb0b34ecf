import { useState } from 'react';
import { growthFunnel } from '../../content/growth/funnel.ts';
import { Button } from '../../ui/button.tsx';
import controls from './controls.module.css';
import { Select } from './select.tsx';
import {
  ASKABLE,
  draftsOf,
  newDraft,
  type StepDraft,
  siteFunnelFor,
  stepsOf,
} from './step-draft.ts';
import styles from './step-editor.module.css';

const words = growthFunnel.editor;
const ANY = '*';
/** The server takes so many. */
const MAX_STEPS = 20;

interface StepEditorProps {
  steps: readonly string[];
  onApply(steps: string[]): void;
}

/** A draft until it is applied: a funnel over millions of events is not counted at every choice. */
export function StepEditor({ steps, onApply }: StepEditorProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(steps));
  const put = (index: number, draft: StepDraft) => setDrafts(drafts.with(index, draft));
  const swap = (index: number) => {
    const [a, b] = [drafts[index], drafts[index + 1]];
    if (a && b) setDrafts(drafts.with(index, b).with(index + 1, a));
  };
  return (
    <details className={styles['editor']} open={steps.length > 0}>
      <summary>{words.summary}</summary>
      <ol className={styles['steps']}>
        {drafts.map((draft, index) => (
          <li key={draft.key} className={styles['step']}>
            <fieldset>
              <legend className="visually-hidden">{words.step(index + 1)}</legend>
              <StepFields draft={draft} onChange={(next) => put(index, next)} />
            </fieldset>
            <div className={styles['moves']}>
              <Move
                sign="↑"
                label={words.up(index + 1)}
                disabled={index === 0}
                onClick={() => swap(index - 1)}
              />
              <Move
                sign="↓"
                label={words.down(index + 1)}
                disabled={index === drafts.length - 1}
                onClick={() => swap(index)}
              />
              <Move
                sign="×"
                label={words.remove(index + 1)}
                disabled={drafts.length === 1}
                onClick={() => setDrafts(drafts.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <Button
          variant="quiet"
          size="small"
          className={controls['solid']}
          label={words.apply}
          onClick={() => onApply(stepsOf(drafts))}
        />
        <Button
          variant="quiet"
          size="small"
          label={words.add}
          disabled={drafts.length >= MAX_STEPS}
          onClick={() => setDrafts([...drafts, newDraft({ event: null, properties: {} })])}
        />
        {(['notifyme', 'beta'] as const).map((type) => (
          <Button
            key={type}
            variant="quiet"
            size="small"
            label={words.presets[type]}
            onClick={() => onApply(stepsOf(siteFunnelFor(type)))}
          />
        ))}
        {steps.length > 0 && (
          <Button variant="quiet" size="small" label={words.reset} onClick={() => onApply([])} />
        )}
      </div>
    </details>
  );
}

interface StepFieldsProps {
  draft: StepDraft;
  onChange(draft: StepDraft): void;
}

function StepFields({ draft, onChange }: StepFieldsProps) {
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

interface MoveProps {
  sign: string;
  label: string;
  disabled: boolean;
  onClick(): void;
}

const Move = ({ sign, label, ...button }: MoveProps) => (
  <button type="button" className={styles['move']} aria-label={label} {...button}>
    {sign}
  </button>
);
