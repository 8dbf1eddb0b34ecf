import { type FormEvent, useId, useRef, useState } from 'react';
import type { SignupType } from '#shared/signups';
import { Button } from '../../../ui/button.tsx';
import fieldStyles from '../../../ui/field.module.css';
import { TextInput } from '../../../ui/field.tsx';
import type { Words } from '../../content/languages.ts';
import { usePorts, useToasts, useWords } from '../../ports.ts';
import { keepInPlace, messageFor, moveFocus } from './signup-state.ts';

interface CodeAnswer {
  outcome: keyof Words['signup']['signupContent']['code']['outcomes'];
  /** Null unless the server has counted a wrong code. */
  triesLeft: number | null;
}

interface ConfirmCodeProps {
  type: SignupType;
  email: string;
  isConfirmed: boolean;
  onConfirmed(): void;
}

/**
 * The field for the code of the message, for people who read it without leaving the page. Its status is always on the
 * page: screen readers announce what changes in it. After an answer the focus is in the field, or on the status once
 * there is no field.
 */
export function ConfirmCode({ type, email, isConfirmed, onConfirmed }: ConfirmCodeProps) {
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<CodeAnswer | null>(null);
  const statusId = useId();
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const { showToast } = useToasts();
  const { welcome } = usePorts().data.offers;
  const { code: words, receipt, toasts } = useWords('signup').signupContent;
  const { label, submit, submitting, outcomes, tries } = words;
  const isWrong = answer !== null && !isConfirmed;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const pressed = document.activeElement;
    const code = String(new FormData(event.currentTarget).get('code'));
    keepInPlace(() => {
      setBusy(true);
      setAnswer(null);
    });
    const next = await confirmByCode(email, code);
    const isRight = next.outcome === 'confirmed';
    keepInPlace(() => {
      setBusy(false);
      setAnswer(next);
      if (isRight) onConfirmed();
    });
    const place = form.current?.querySelector('input') ?? status.current;
    // Clear of the question about cookies.
    if (place) return moveFocus(pressed, place, () => place.scrollIntoView({ block: 'center' }));
    const left = next.triesLeft === null ? '' : ` ${tries(next.triesLeft)}`;
    showToast(
      isRight
        ? messageFor('success', type, { asksByMail: false, welcome, toasts })
        : { kind: 'error', title: receipt.confirmFirst, text: outcomes[next.outcome] + left },
    );
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={send}>
      {!isConfirmed && (
        <TextInput
          label={label}
          name="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby={statusId}
          aria-invalid={isWrong || undefined}
        />
      )}
      <p
        ref={status}
        id={statusId}
        role="status"
        tabIndex={-1}
        className={isWrong ? fieldStyles['error'] : undefined}
      >
        {/* In elements of their own, or they could not change on a page that the browser translates. */}
        <span>
          <span>{isConfirmed ? outcomes.confirmed : answer && outcomes[answer.outcome]}</span>
          {answer?.triesLeft != null && <span> {tries(answer.triesLeft)}</span>}
        </span>
      </p>
      {!isConfirmed && <Button type="submit" label={submit} otherLabel={submitting} busy={busy} />}
    </form>
  );
}

const OUTCOMES: Readonly<Record<number, CodeAnswer['outcome']>> = {
  200: 'confirmed',
  400: 'wrong',
  410: 'gone',
};

async function confirmByCode(email: string, code: string): Promise<CodeAnswer> {
  try {
    const response = await fetch('/api/confirmations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, code: code.trim().slice(0, 20) }),
      signal: AbortSignal.timeout(30_000),
    });
    const outcome = OUTCOMES[response.status] ?? 'error';
    // Something other than our server may have answered, without JSON.
    const { triesLeft } = outcome === 'wrong' ? await response.json() : { triesLeft: null };
    return triesLeft === 0
      ? { outcome: 'gone', triesLeft: null }
      : { outcome, triesLeft: Number(triesLeft) || null };
  } catch {
    return { outcome: 'error', triesLeft: null };
  }
}
