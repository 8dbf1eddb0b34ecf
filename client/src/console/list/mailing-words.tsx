import type { ReactNode } from 'react';
import type { MailingContent, MailingWords } from '#shared/list';
import { type Part, placeholderFault } from '#shared/placeholders';
import type { Language } from '#shared/site-languages';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings.module.css';
import { EMPTY } from './use-draft.ts';

const words = listWords.mailings;

interface WordsProps {
  all: MailingContent['words'];
  /** The words when another field was entered or a button pressed: of what is just being typed, nothing is said. */
  left: MailingContent['words'];
  language: Language;
  onChange(all: MailingContent['words']): void;
  onLeave(): void;
  onSave(): void;
  children: ReactNode;
}

/** The words of a mailing in one language. Below each field stands which of its placeholders would not be replaced. */
export function MailingWordsForm(props: WordsProps) {
  const { all, left, language, onChange, onLeave, onSave, children } = props;
  const own = all[language] ?? EMPTY;
  const isRequired = language === 'en';
  const set = (change: Partial<MailingWords>) =>
    onChange({ ...all, [language]: { ...own, ...change } });
  const fault = (part: Part) => {
    const [before = '', now = ''] = [left[language], own].map(
      (one) => one && (part === 'subject' || part === 'text' ? one[part] : one.link?.[part]),
    );
    // What is said goes with its cause, and comes only when the field is left.
    const text = placeholderFault(part, now) && placeholderFault(part, before);
    return (
      text && (
        <p role="status" className={styles['warning']}>
          {text}
        </p>
      )
    );
  };
  return (
    <form
      className={styles['words']}
      onBlur={({ relatedTarget }) => {
        // A button would move away while it is pressed.
        if (relatedTarget?.matches('input, textarea, select')) onLeave();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <LabelledInput
        label={words.subject}
        dir="auto"
        maxLength={200}
        required={isRequired}
        value={own.subject}
        onChange={(subject) => set({ subject })}
      />
      {fault('subject')}
      <label className={controls['select']}>
        <span>{words.text}</span>
        <textarea
          dir="auto"
          maxLength={10_000}
          required={isRequired}
          value={own.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        <span>{words.textHint({ name: '{name}', fallback: '{name|there}', code: '{code}' })}</span>
      </label>
      {fault('text')}
      <div className={styles['link']}>
        <LabelledInput
          label={words.label}
          dir="auto"
          maxLength={100}
          value={own.link?.label ?? ''}
          onChange={(label) => set({ link: { url: own.link?.url ?? '', label } })}
        />
        <LabelledInput
          label={words.url}
          type="url"
          value={own.link?.url ?? ''}
          onChange={(url) => set({ link: { label: own.link?.label ?? '', url } })}
        />
      </div>
      {fault('label')}
      {fault('url')}
      {children}
    </form>
  );
}
