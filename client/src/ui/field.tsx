import { type ComponentPropsWithRef, type ElementType, useId } from 'react';
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

export const TextInput = (input: FieldProps & ComponentPropsWithRef<'input'>) => (
  <Labelled as="input" type="text" {...input} />
);

export const TextArea = (textarea: FieldProps & ComponentPropsWithRef<'textarea'>) => (
  <Labelled as="textarea" {...textarea} />
);

interface LabelledProps extends FieldProps {
  as: ElementType;
  /** The attributes of the control. */
  [name: string]: unknown;
}

/**
 * A text field with a label. `required` sets `aria-required`, never the attribute itself: the messages come from
 * the specification, not from the browser.
 */
function Labelled({ as: Control, label, error, required, optional, ...rest }: LabelledProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {optional && <small>{optional}</small>}
      </label>
      <Control
        {...rest}
        id={id}
        className={styles['control']}
        {...(error && { 'aria-describedby': errorId, 'aria-invalid': true })}
        {...(required && { 'aria-required': true })}
      />
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
