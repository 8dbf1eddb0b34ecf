import { revalidateLogic, useForm } from '@tanstack/react-form';
import { useId, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import {
  type SignupType,
  type SignupForm as SignupValues,
  signupFormSchema,
} from '#shared/signups';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextInput } from '../../../ui/field.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { signupContent } from '../../content/signup.ts';
import { type ToastMessage, usePorts, useShowToast } from '../../ports.ts';
import { passesBotCheck, trapField } from './bot-check.ts';
import styles from './signup.module.css';
import { draft, EMPTY_SIGNUP, startAfresh, updateSignup } from './signup-state.ts';
import { emailDomain, type SignupOutcome, submitSignup } from './submit-signup.ts';

const FIELDS = [
  { name: 'name', required: true, input: { autoComplete: 'name' } },
  { name: 'email', required: true, input: { type: 'email', autoComplete: 'email' } },
  { name: 'youtubeChannel', required: false, input: { autoComplete: 'off' } },
] as const;

interface SignupFormProps {
  type: SignupType;
  /** A signup is on its way, from this tab or the other. */
  busy: boolean;
}

export function SignupForm({ type, busy }: SignupFormProps) {
  const { data, track } = usePorts();
  const showToast = useShowToast();
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
      updateSignup({ sending: true });
      const outcome = (await passesBotCheck(element.current))
        ? await submitSignup(type, values, data.publicKey)
        : 'error';
      track('form_submit', {
        form_type: type,
        event_label: outcome,
        email_domain: emailDomain(values.email),
      });
      updateSignup({ sending: false });
      if (outcome === 'success') {
        // The visitor may have gone elsewhere meanwhile, and come back to another form.
        if (element.current) {
          draft.current = EMPTY_SIGNUP;
          formApi.reset(EMPTY_SIGNUP);
        } else startAfresh();
      }
      showToast(messageFor(outcome, type));
    },
    onSubmitInvalid() {
      // After the messages are in place, so that the field is read with its own.
      requestAnimationFrame(() => {
        const field = element.current?.querySelector<HTMLElement>('[aria-invalid]');
        field?.focus({ preventScroll: true });
        // By itself the focus would not end a smooth scroll to the button that is under way.
        field?.scrollIntoView({ block: 'center' });
      });
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
        // Without a submit button Enter sends nothing either: a native submit would lose what was typed.
        type={hydrated ? 'submit' : 'button'}
        variant={type === 'beta' ? 'beta' : 'notify'}
        size="large"
        label={signupContent.tabs[type].submit}
        busyLabel={signupContent.submitting}
        busy={busy}
        // Never `disabled`: the Tab key would pass it by until the script is there.
        aria-disabled={busy || !hydrated || undefined}
        aria-describedby={hydrated ? undefined : noteId}
      />
      <p className={styles['note']}>
        {signupContent.privacyNote}{' '}
        <Link href={signupContent.privacyLink.path}>{signupContent.privacyLink.label}</Link>
      </p>
    </form>
  );
}

function messageFor(outcome: SignupOutcome, type: SignupType): ToastMessage {
  const { toasts } = signupContent;
  const kind = outcome === 'error' ? 'error' : 'success';
  const words = outcome === 'success' ? toasts.success[type] : toasts[outcome];
  return { kind, ...words };
}
