import { type FormEvent, type ReactNode, useState } from 'react';
import type { MailingContent, MailingWords } from '#shared/list';
import type { Language } from '#shared/site-languages';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings-view.module.css';
import { EMPTY } from './use-draft.ts';

const words = listWords.mailings;

interface WordsProps {
  all: MailingContent['words'];
  language: Language;
  onChange(all: MailingContent['words']): void;
  onSave(): void;
  children: ReactNode;
}

/** The words of a mailing in one language. To save them says which placeholders would not be replaced. */
export function MailingWordsForm({ all, language, onChange, onSave, children }: WordsProps) {
  const own = all[language] ?? EMPTY;
  const isRequired = language === 'en';
  const set = (change: Partial<MailingWords>) =>
    onChange({ ...all, [language]: { ...own, ...change } });
  const [wrong, setWrong] = useState<string | null>(null);
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>(':invalid');
    setWrong(field && (field.type === 'url' ? words.noUrl : words.missing));
    if (field) field.focus();
    else onSave();
  }
  return (
    <form className={styles['words']} noValidate onSubmit={save}>
      <LabelledInput
        label={words.subject}
        dir="auto"
        maxLength={200}
        required={isRequired}
        value={own.subject}
        onChange={(subject) => set({ subject })}
      />
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
      <div className={styles['pair']}>
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
      {wrong && (
        <p role="alert" className={controls['warning']}>
          {wrong}
        </p>
      )}
      {children}
    </form>
  );
}
