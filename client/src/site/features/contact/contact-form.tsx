import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextInput, VERBATIM } from '../../../ui/field.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { guardDraft } from '../../drafts.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './contact-form.module.css';
import { type ContactMessage, MAX_MAILTO_LENGTH, mailBody, mailtoUrl } from './mailto-url.ts';

/** What was typed, for the way back to this page: in memory alone. */
let typed: ContactMessage = { name: '', email: '', subject: '', message: '' };
let shown: HTMLFormElement | null = null;
guardDraft(() => ({ ...(shown ? readFields(shown) : typed) }));

/**
 * Makes no call: it opens the visitor's own mail program. By script, because the CSP's `form-action`
 * blocks a form whose action is a `mailto:`.
 */
export function ContactForm() {
  const { site } = usePorts().data;
  const { contactFormContent: words } = useWords('contact');
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<'opened' | 'tooLong'>();
  const [copied, setCopied] = useState<boolean | null>(null);

  useLayoutEffect(() => {
    const element = form.current;
    shown = element;
    return () => {
      if (element) typed = readFields(element);
      shown = null;
    };
  }, []);

  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const url = mailtoUrl({ to: site.email, ...readFields(event.currentTarget) });
    const fits = url.length <= MAX_MAILTO_LENGTH;
    setCopied(null);
    setOutcome(fits ? 'opened' : 'tooLong');
    if (fits) location.href = url;
  }

  async function copy() {
    if (!form.current) return;
    try {
      await navigator.clipboard.writeText(mailBody(readFields(form.current)));
      setCopied(true);
    } catch {
      // No permission, or no clipboard at all because the page is not served over https.
      form.current.querySelector('textarea')?.select();
      setCopied(false);
    }
  }

  return (
    <form ref={form} className={styles['form']} method="post" noValidate onSubmit={open}>
      <TextInput
        {...VERBATIM}
        autoCapitalize="words"
        label={words.labels.name}
        name="name"
        defaultValue={typed.name}
        autoComplete="name"
      />
      <TextInput
        {...VERBATIM}
        label={words.labels.email}
        name="email"
        defaultValue={typed.email}
        type="email"
        dir="ltr"
        autoComplete="email"
      />
      <TextInput
        label={words.labels.subject}
        name="subject"
        defaultValue={typed.subject}
        autoComplete="off"
      />
      <TextArea label={words.labels.message} name="message" defaultValue={typed.message} rows={5} />
      <div className={styles['send']}>
        {/* Before its code is here a native submit would do nothing but lose what was typed. */}
        <Button
          type={hydrated ? 'submit' : 'button'}
          size="large"
          label={words.submit}
          // Never `disabled`: the Tab key would pass it by.
          aria-disabled={!hydrated || undefined}
        />
        <p className={styles['note']}>{words.note}</p>
      </div>
      <noscript>
        <p className={styles['note']}>{words.noScript({ address: site.email })}</p>
      </noscript>
      <div className={styles['status']} role="status">
        {outcome && (
          <p className={styles['outcome']} data-outcome={outcome}>
            <span>{words[outcome]}</span> <a href={`mailto:${site.email}`}>{site.email}</a>.
          </p>
        )}
        {copied !== null && <p>{copied ? words.copied : words.notCopied}</p>}
      </div>
      {outcome && <Button label={words.copy} onClick={() => void copy()} />}
    </form>
  );
}

export const widgets = { 'contact-form': ContactForm };

/** The form has exactly the fields of a message. */
const readFields = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as unknown as ContactMessage;
