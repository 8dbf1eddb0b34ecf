import { type FormEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_FUNNEL_STEPS, MAX_NAME_CHARACTERS } from '#shared/funnel-limits';
import { nameOfGroup } from '#shared/value-name';
import { change } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { askApi, problemOf } from '../api/growth-api.ts';
import { useConsole } from '../console-data.ts';
import { forget, keep, useKept } from '../session/kept.ts';
import controls from '../ui/controls.module.css';
import { Check, LabelledInput, Select } from '../ui/inputs.tsx';
import { closeMenu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { funnelWords } from '../words/console-messages.ts';
import { showSteps, toSave, withSteps } from './chosen-funnel.ts';
import {
  ASKABLE,
  type AskableProperty,
  draftsOf,
  newDraft,
  type StepDraft,
  stepsOf,
} from './step-draft.ts';
import styles from './step-editor.module.css';

const words = funnelWords.editor;
/** Any event. */
const ANY = '*';
/** Those that can be asked for. An address may name others, also `constructor`. */
const PROPERTY_WORDS = new Map<string, string>(
  Object.entries({ ...funnelWords.breakdowns, ...words.properties } satisfies Record<
    AskableProperty,
    string
  >),
);

interface StepEditorProps {
  address: ViewAddress;
  /** The name of the saved funnel that the address shows. */
  shown: string | undefined;
  onSaved(): void;
}

/** Edits a draft that counts only once it is applied: a funnel over millions of events should not be counted at every choice. */
export function StepEditor({ address, shown, onSaved }: StepEditorProps) {
  const { steps } = address;
  const start = [address.preset, ...steps].join('\n');
  // Each funnel has its own draft, which is there again when the address shows that funnel again.
  const key = `steps/${start}`;
  const kept = useKept<StepDraft[]>(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drafts follow from the start alone; another filter must not make them anew
  const own = useMemo(() => draftsOf(address), [start]);
  const drafts = kept ?? own;
  const { seesPeople } = useConsole();
  const [refused, setRefused] = useState<string | null>(null);
  const [savedAs, setSavedAs] = useState('');
  const name = useKept<string>('funnel-name') ?? '';
  const list = useRef<HTMLOListElement>(null);
  const setDrafts = (next: StepDraft[]) => keep(key, next);
  const put = (index: number, draft: StepDraft) => setDrafts(drafts.with(index, draft));
  const swap = (index: number) => {
    const [a, b] = [drafts[index], drafts[index + 1]];
    if (a && b) setDrafts(drafts.with(index, b).with(index + 1, a));
  };
  const remove = (index: number) => {
    flushSync(() => setDrafts(drafts.toSpliced(index, 1)));
    // The pressed button has disappeared, so the focus moves to the same button of the next step.
    const step = list.current?.children[Math.min(index, drafts.length - 2)];
    step?.querySelector<HTMLElement>('button:last-child')?.focus();
  };
  const movesOf = (index: number) =>
    [
      ['↑', words.up, index === 0, () => swap(index - 1)],
      ['↓', words.down, index === drafts.length - 1, () => swap(index)],
      ['×', words.remove, drafts.length === 1, () => remove(index)],
    ] as const;
  const apply = () => {
    const own = stepsOf(drafts, address);
    keep(key, null);
    if (own.length === 0) return change({ steps: [], among: '' });
    // Own steps have no preset, but keep what else it says.
    change(withSteps(address, own));
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSavedAs('');
    const body = {
      name: name.trim().normalize('NFC'),
      ...toSave(address, stepsOf(drafts, address)),
    };
    const answer = await askApi('funnels', { method: 'POST', body });
    setRefused(answer.ok ? null : problemOf(answer, funnelWords.saved.failed));
    if (!answer.ok) return;
    forget('funnel-name', name);
    forget(key, drafts);
    setSavedAs(body.name);
    onSaved();
    change(showSteps(body.steps, address));
  };
  return (
    <>
      <ol ref={list} className={styles['steps']}>
        {drafts.map((draft, index) => (
          <li key={draft.key} className={styles['step']}>
            <fieldset>
              <legend className="visually-hidden">{words.step({ position: index + 1 })}</legend>
              <StepFields
                draft={draft}
                position={index + 1}
                onChange={(next) => put(index, next)}
              />
            </fieldset>
            <div className={styles['moves']}>
              {movesOf(index).map(([sign, label, isOff, move]) => (
                // Never `disabled`, or moving a step to the end of the list would lose the focus.
                <button
                  key={sign}
                  type="button"
                  className={styles['move']}
                  aria-label={label({ position: index + 1 })}
                  aria-disabled={isOff}
                  onClick={() => isOff || move()}
                >
                  {sign}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <div className={controls['row']}>
        <SmallButton
          className={controls['solid']}
          label={words.apply}
          onClick={(event) => {
            closeMenu(event.currentTarget);
            apply();
          }}
        />
        <SmallButton
          label={words.add}
          disabled={drafts.length >= MAX_FUNNEL_STEPS}
          onClick={() =>
            setDrafts([...drafts, newDraft({ event: null, properties: {}, sameEvent: false })])
          }
        />
      </div>
      {seesPeople && (
        <form className={controls['row']} onSubmit={save}>
          <LabelledInput
            label={funnelWords.saved.name}
            name="name"
            required
            value={name}
            onChange={(value) => keep('funnel-name', value)}
            maxLength={MAX_NAME_CHARACTERS}
          />
          <SmallButton type="submit" label={funnelWords.saved.save} />
          <p role="status">
            {savedAs !== '' && savedAs === shown && funnelWords.saved.saved({ name: savedAs })}
          </p>
        </form>
      )}
      {refused && <p role="alert">{refused}</p>}
    </>
  );
}

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
          label={PROPERTY_WORDS.get(name) ?? name}
          value={String(properties[name] ?? '')}
          options={[
            ['', words.anyProperty],
            ...(askable.get(name) ?? []).map((value) => [value, nameOfGroup(name, value)] as const),
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
