import { type ComponentPropsWithRef, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Shown under the field and linked to it by `aria-describedby`; also sets `aria-invalid`. */
  error?: string | undefined;
}

type TextInputProps = FieldProps & ComponentPropsWithRef<'input'>;
type TextAreaProps = FieldProps & ComponentPropsWithRef<'textarea'>;

/** For what a keyboard must leave as it was typed, such as names and addresses. */
export const VERBATIM = {
  autoCapitalize: 'none',
  spellCheck: false,
  // Safari knows it, and checkers of HTML do not yet: they read the page as it is served.
  ref: (input: HTMLInputElement | null) => input?.setAttribute('autocorrect', 'off'),
} as const;

/**
 * A text field with a label. `required` marks the label and sets `aria-required`, never the
 * attribute itself: the messages come from the specification, not from the browser.
 */
export function TextInput({ label, error, required, ...input }: TextInputProps) {
  const field = useField({ error, required, id: input.id });
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={field.control.id} data-required={field.required}>
        {label}
      </label>
      <input type="text" {...input} {...field.control} className={styles['control']} />
      <FieldError error={error} id={field.errorId} />
    </div>
  );
}

export function TextArea({ label, error, required, ...textarea }: TextAreaProps) {
  const field = useField({ error, required, id: textarea.id });
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={field.control.id} data-required={field.required}>
        {label}
      </label>
      <textarea rows={4} {...textarea} {...field.control} className={styles['control']} />
      <FieldError error={error} id={field.errorId} />
    </div>
  );
}

interface FieldState extends Omit<FieldProps, 'label'> {
  required: boolean | undefined;
  id: string | undefined;
}

function useField({ error, required, id: given }: FieldState) {
  const made = useId();
  const id = given ?? made;
  const errorId = `${id}-error`;
  return {
    errorId,
    required: required || undefined,
    control: {
      id,
      ...(error && { 'aria-describedby': errorId, 'aria-invalid': true as const }),
      'aria-required': required ? (true as const) : undefined,
    },
  };
}

/** What is wrong with a control, which its `aria-describedby` names. */
export function FieldError({ error, id }: { error: string | undefined; id: string }) {
  return error ? (
    <p className={styles['error']} id={id}>
      {error}
    </p>
  ) : null;
}
