import { type ComponentPropsWithRef, useId } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Shown under the field, tied to it by `aria-describedby`, and marks it `aria-invalid`. */
  error?: string | undefined;
  hint?: string | undefined;
}

type TextInputProps = FieldProps & ComponentPropsWithRef<'input'>;
type TextAreaProps = FieldProps & ComponentPropsWithRef<'textarea'>;

/**
 * `required` marks the label and sets `aria-required`, never the attribute itself: the messages are
 * the specification's, not the browser's.
 */
export function TextInput({ label, error, hint, required, ...input }: TextInputProps) {
  const field = useField({ error, hint, required, id: input.id });
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={field.control.id} data-required={field.required}>
        {label}
      </label>
      <input type="text" {...input} {...field.control} className={styles['control']} />
      <FieldNotes error={error} hint={hint} {...field.notes} />
    </div>
  );
}

export function TextArea({ label, error, hint, required, ...textarea }: TextAreaProps) {
  const field = useField({ error, hint, required, id: textarea.id });
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={field.control.id} data-required={field.required}>
        {label}
      </label>
      <textarea rows={4} {...textarea} {...field.control} className={styles['control']} />
      <FieldNotes error={error} hint={hint} {...field.notes} />
    </div>
  );
}

interface FieldState extends Omit<FieldProps, 'label'> {
  required: boolean | undefined;
  id: string | undefined;
}

function useField({ error, hint, required, id: given }: FieldState) {
  const made = useId();
  const id = given ?? made;
  const notes = { errorId: `${id}-error`, hintId: `${id}-hint` };
  const describedBy = [error && notes.errorId, hint && notes.hintId].filter(Boolean).join(' ');
  return {
    notes,
    required: required || undefined,
    control: {
      id,
      'aria-describedby': describedBy || undefined,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': required ? (true as const) : undefined,
    },
  };
}

interface NotesProps extends Omit<FieldProps, 'label'> {
  errorId: string;
  hintId: string;
}

function FieldNotes({ error, hint, errorId, hintId }: NotesProps) {
  return (
    <>
      {error && (
        <p className={styles['error']} id={errorId}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles['hint']} id={hintId}>
          {hint}
        </p>
      )}
    </>
  );
}
