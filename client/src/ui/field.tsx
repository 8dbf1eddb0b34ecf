import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Shown under the field and linked to it by `aria-describedby`; also sets `aria-invalid`. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** Says beside the label that the field may be left empty. */
  optional?: string | undefined;
}

/** For what a keyboard must leave as it was typed, such as names and addresses. */
export const VERBATIM = {
  autoCapitalize: 'none',
  spellCheck: false,
  // Safari knows it, and checkers of HTML do not yet: they read the page as it is served.
  ref: (input: HTMLInputElement | null) => input?.setAttribute('autocorrect', 'off'),
} as const;

export const TextInput = ({
  label,
  error,
  required,
  optional,
  ...input
}: FieldProps & ComponentPropsWithRef<'input'>) => (
  <Labelled {...{ label, error, required, optional }}>
    {(control) => <input type="text" {...input} {...control} />}
  </Labelled>
);

export const TextArea = ({
  label,
  error,
  required,
  optional,
  ...textarea
}: FieldProps & ComponentPropsWithRef<'textarea'>) => (
  <Labelled {...{ label, error, required, optional }}>
    {(control) => <textarea {...textarea} {...control} />}
  </Labelled>
);

interface LabelledProps extends FieldProps {
  children(control: Pick<ComponentPropsWithRef<'input'>, 'id' | 'className'>): ReactNode;
}

/**
 * A text field with a label. `required` sets `aria-required`, never the attribute itself: the messages come from
 * the specification, not from the browser.
 */
function Labelled({ label, error, required, optional, children }: LabelledProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {optional && <small>{optional}</small>}
      </label>
      {children({
        id,
        className: styles['control'],
        ...(error && { 'aria-describedby': errorId, 'aria-invalid': true }),
        ...(required && { 'aria-required': true }),
      })}
      <FieldError error={error} id={errorId} />
    </div>
  );
}

/** What is wrong with a control, which its `aria-describedby` names. */
export function FieldError({ error, id }: { error: string | undefined; id?: string }) {
  return error ? (
    <p className={styles['error']} id={id}>
      {error}
    </p>
  ) : null;
}
