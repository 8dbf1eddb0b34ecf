import { Field, useSelector } from '@tanstack/react-form';
import { type FormEvent, memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { cleanAddress } from '#shared/email-address';
import { sendsMail } from '#shared/page';
import { problemText, type SignupType } from '#shared/signups';
import { FieldError, TextArea, TextInput, VERBATIM } from '../../../ui/field.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { sentenceGap } from '../../content/sentence-gap.ts';
import { usePorts, useToasts, useWords } from '../../ports.ts';
import { trapField } from './bot-check.ts';
import { PatientButton } from './confirm-code.tsx';
import styles from './form.module.css';
import {
  adoptFields,
  beginForm,
  isComplete,
  isSending,
  onceDrawn,
  signupForm,
  submit,
} from './signup-state.ts';
import { busyUntil, type Failure } from './submit-signup.ts';

const FIELDS = [
  { name: 'name', input: { autoComplete: 'name', autoCapitalize: 'words', enterKeyHint: 'next' } },
  {
    name: 'email',
    // Chromium would turn the domain in a field of type=email into punycode.
    input: { inputMode: 'email', dir: 'ltr', autoComplete: 'email', enterKeyHint: 'next' },
  },
  { name: 'youtubeChannel', input: { dir: 'ltr', autoComplete: 'off', enterKeyHint: 'send' } },
] as const;

interface SignupFormProps {
  type: SignupType;
  /** The form that the page was served with, if it had one. */
  served: HTMLFormElement | null;
}

/** Rendered only for reasons of its own: that would empty a field that was filled in without an event. */
export const SignupForm = memo(({ type, served }: SignupFormProps) => {
  const { data, track } = usePorts();
  const { signupContent, signupProblems } = useWords('signup');
  const { showToast, hideToast } = useToasts();
  const isAnySent = useSelector(signupForm.store, ({ isSubmitting }) => isSubmitting);
  const busy = isAnySent && isSending(type);
  const element = useRef<HTMLFormElement>(null);
  const asksByMail = sendsMail(data);
  const hydrated = useHydrated();
  const [failure, setFailure] = useState<Failure | null>(null);
  const failureId = useId();
  const told = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    return element.current ? beginForm(element.current, served) : undefined;
  }, [served]);

  function beginTry() {
    setFailure(null);
    hideToast();
  }
  useEffect(() => {
    if (failure !== 'offline') return;
    addEventListener('online', beginTry);
    return () => removeEventListener('online', beginTry);
  });

  const textOf = ([problem]: readonly ({ message: string } | undefined)[]) =>
    problem && problemText(problem.message, signupProblems);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (signupForm.state.isSubmitting || Date.now() < busyUntil) return;
    adoptFields();
    // A press on the other tab has already changed it, before this form is replaced.
    if (signupForm.state.values.type !== type) signupForm.setFieldValue('type', type);
    const { publicKey } = data;
    const submission = {
      element: event.currentTarget,
      publicKey,
      asksByMail,
      track,
      showToast,
      beginTry,
      setFailure(failed: Failure) {
        setFailure(failed);
        onceDrawn(() => told.current?.scrollIntoView({ block: 'nearest' }));
      },
      welcome: data.offers.welcome,
      toasts: signupContent.toasts,
    };
    if (isComplete()) return submit(type, submission);
    // The press is shown first: to draw the corrections takes a slow phone a tenth of a second.
    onceDrawn(() => {
      if (signupForm.state.values.type === type) submit(type, submission);
    });
  }

  return (
    <form ref={element} className={styles['form']} method="post" noValidate onSubmit={send}>
      {FIELDS.map(({ name, input }) => (
        <Field key={name} form={signupForm} name={name}>
          {(field) => (
            <TextInput
              {...VERBATIM}
              {...input}
              label={signupContent.labels[name]}
              name={name}
              required={name !== 'youtubeChannel'}
              optional={name === 'youtubeChannel' ? signupContent.optional : undefined}
              value={field.state.value}
              error={textOf(field.state.meta.errors)}
              onChange={(event) => field.handleChange(event.target.value)}
              onBlur={name === 'email' ? () => field.setValue(cleanAddress) : undefined}
            />
          )}
        </Field>
      ))}
      <Field form={signupForm} name="useCase">
        {(field) => (
          <TextArea
            label={signupContent.labels.useCase}
            name="useCase"
            rows={4}
            required={type === 'beta'}
            optional={type === 'beta' ? undefined : signupContent.optional}
            value={field.state.value}
            error={textOf(field.state.meta.errors)}
            onChange={(event) => field.handleChange(event.target.value)}
          />
        )}
      </Field>
      <input {...trapField} />
      <PatientButton
        // Without a submit button Enter does not submit either: a native submit would lose the visitor's input.
        type={hydrated ? 'submit' : 'button'}
        variant={type === 'beta' ? 'beta' : 'notify'}
        size="large"
        label={failure ? signupContent.failures.again : signupContent.tabs[type].submit}
        otherLabel={signupContent.submitting}
        busy={busy}
        whenFree={beginTry}
        // The second press of a double click would send the form that the first one has emptied.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
        // Never `disabled`, or the Tab key would skip the button until the script runs.
        aria-disabled={isAnySent || !hydrated || undefined}
        aria-describedby={failure ? failureId : undefined}
      />
      <noscript>
        <p className={styles['note']}>{signupContent.noScript}</p>
      </noscript>
      {failure && (
        <div ref={told} id={failureId} className={styles['failure']}>
          <FieldError error={signupContent.failures[failure]} />
          <p>{signupContent.failures.kept}</p>
        </div>
      )}
      <p className={styles['note']}>
        {data.entryNote}
        {sentenceGap(data.language)}
        <Link href={signupContent.privacyLink.path}>{signupContent.privacyLink.label}</Link>
        {data.californiaNotice !== undefined && (
          <>
            {' · '}
            <Link href="/ccpa">{data.californiaNotice}</Link>
          </>
        )}
      </p>
    </form>
  );
});
