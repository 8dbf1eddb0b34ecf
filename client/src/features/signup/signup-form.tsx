import { revalidateLogic, useForm } from '@tanstack/react-form';
import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import {
  type SignupType,
  type SignupForm as SignupValues,
  signupFormSchema,
} from '#shared/signups';
import { signupContent } from '../../content/signup.ts';
import { usePorts } from '../../ports.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/field.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { passesBotCheck, trapField } from './bot-check.ts';
import styles from './signup.module.css';
import type { ToastMessage } from './signup-toasts.tsx';
import { emailDomain, type SignupOutcome, submitSignup } from './submit-signup.ts';

export const EMPTY_SIGNUP: SignupValues = { name: '', email: '', youtubeChannel: '', useCase: '' };
const FIELDS = [
  { name: 'name', required: true, input: { autoComplete: 'name' } },
  { name: 'email', required: true, input: { type: 'email', autoComplete: 'email' } },
  { name: 'youtubeChannel', required: false, input: { autoComplete: 'off' } },
] as const;

interface SignupFormProps {
  type: SignupType;
  /** What was typed, kept across the tabs. */
  draft: RefObject<SignupValues>;
  /** A signup is on its way, from this tab or the other. */
  busy: boolean;
  onSend(): void;
  onAnswer(type: SignupType, message: ToastMessage, isDone: boolean): void;
}

export function SignupForm({ type, draft, busy, onSend, onAnswer }: SignupFormProps) {
  const { data, track } = usePorts();
  const element = useRef<HTMLFormElement>(null);
  const noteId = useId();
  const hydrated = useHydrated();
  const form = useForm({
    defaultValues: draft.current,
    validationLogic: revalidateLogic({ mode: 'submit', modeAfterSubmission: 'change' }),
    validators: { onDynamic: signupFormSchema(type) },
    listeners: {
      onChange: ({ formApi }) => {
        draft.current = formApi.state.values;
      },
    },
    async onSubmit({ value, formApi }) {
      const values = signupFormSchema(type).parse(value);
      onSend();
      const outcome = (await passesBotCheck(element.current))
        ? await submitSignup(type, values, data.publicKey)
        : 'error';
      track('form_submit', {
        form_type: type,
        event_label: outcome,
        email_domain: emailDomain(values.email),
      });
      const isDone = outcome === 'success';
      if (isDone) {
        draft.current = EMPTY_SIGNUP;
        formApi.reset(EMPTY_SIGNUP);
      }
      onAnswer(type, messageFor(outcome, type), isDone);
    },
    onSubmitInvalid() {
      // After the messages are in place, so that the field is read with its own.
      requestAnimationFrame(() =>
        element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
      );
    },
  });

  // What was typed into the served page before its code arrived is there, but not in the state yet.
  useLayoutEffect(() => {
    for (const control of element.current?.elements ?? []) {
      const { name, value } = control as HTMLInputElement;
      if (name in EMPTY_SIGNUP && value !== '')
        form.setFieldValue(name as keyof SignupValues, value);
    }
  }, [form]);

  return (
    <form
      ref={element}
      className={styles['form']}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !form.state.isSubmitting) void form.handleSubmit();
      }}
    >
      {FIELDS.map(({ name, required, input }) => (
        <form.Field key={name} name={name}>
          {(field) => (
            <TextInput
              {...input}
              label={signupContent.labels[name]}
              name={name}
              required={required}
              value={field.state.value}
              error={field.state.meta.errors[0]?.message}
              onChange={(event) => field.handleChange(event.target.value)}
            />
          )}
        </form.Field>
      ))}
      <form.Field name="useCase">
        {(field) => (
          <TextArea
            label={signupContent.labels.useCase}
            name="useCase"
            rows={4}
            required={type === 'beta'}
            value={field.state.value}
            error={field.state.meta.errors[0]?.message}
            onChange={(event) => field.handleChange(event.target.value)}
          />
        )}
      </form.Field>
      <input {...trapField} />
      <p id={noteId} className={styles['note']}>
        {hydrated ? signupContent.requiredNote : signupContent.noScript}
      </p>
      <Button
        type="submit"
        variant={type === 'beta' ? 'beta' : 'notify'}
        size="large"
        label={signupContent.tabs[type].submit}
        busyLabel={signupContent.submitting}
        busy={busy}
        // A native submit would put what was typed into the URL.
        disabled={!hydrated}
        aria-describedby={hydrated ? undefined : noteId}
        aria-disabled={busy || undefined}
      />
      <p className={styles['note']}>
        {signupContent.privacyNote}{' '}
        <a href={signupContent.privacyLink.path}>{signupContent.privacyLink.label}</a>
      </p>
    </form>
  );
}

let messages = 0;
function messageFor(outcome: SignupOutcome, type: SignupType): ToastMessage {
  const { toasts } = signupContent;
  messages += 1;
  const kind = outcome === 'error' ? 'error' : 'success';
  const words = outcome === 'success' ? toasts.success[type] : toasts[outcome];
  return { id: messages, kind, ...words };
}
