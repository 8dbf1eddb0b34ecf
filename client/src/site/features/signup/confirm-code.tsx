import { useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import fieldStyles from '../../../ui/field.module.css';
import { TextInput } from '../../../ui/field.tsx';
import type { Words } from '../../content/languages.ts';
import { changeOutcomes, type Success } from '../../outcomes.ts';
import { usePorts, useToasts, useWords } from '../../ports.ts';
import styles from './form.module.css';
import { LaunchConsent, launchIn } from './launch-consent.tsx';
import { changeAddress, keepInPlace, messageFor, moveFocus } from './signup-state.ts';
import { submitSignup } from './submit-signup.ts';

interface CodeAnswer {
  outcome: keyof Words['signup']['signupContent']['code']['outcomes'];
  /** Null unless the server has counted a wrong code. */
  triesLeft: number | null;
}

/**
 * The field for the code of the message, for people who read it without leaving the page. Its status is always on the
 * page: screen readers announce what changes in it. After an answer about a code the focus is in the field, or on the
 * status once there is no field.
 */
export function ConfirmCode({ type, sent, code: state }: Pick<Success, 'type' | 'sent' | 'code'>) {
  const [busy, setBusy] = useState<'code' | 'again' | null>(null);
  const [answer, setAnswer] = useState<CodeAnswer | null>(null);
  const statusId = useId();
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const { showToast } = useToasts();
  const { offers, publicKey, site } = usePorts().data;
  const content = useWords('signup').signupContent;
  const { code: words, receipt, toasts } = content;
  const { label, submit, submitting, again, change, outcomes, tries } = words;
  const isConfirmed = state === 'entered';
  const isWrong = answer !== null && answer.outcome !== 'sent' && !isConfirmed;

  async function ask(what: 'code' | 'again', request: () => Promise<CodeAnswer>) {
    if (busy) return;
    const pressed = document.activeElement;
    keepInPlace(() => {
      setBusy(what);
      setAnswer(null);
    });
    const next = await request();
    const isRight = next.outcome === 'confirmed';
    keepInPlace(() => {
      setBusy(null);
      setAnswer(next);
      if (!isRight) return;
      changeOutcomes(({ success, isSignedUp }) => ({
        // The visitor may have signed up with another address meanwhile.
        success: success?.sent.email === sent.email ? { ...success, code: 'entered' } : success,
        isSignedUp: { ...isSignedUp, [type]: true },
      }));
    });
    const field = what === 'code' && form.current?.querySelector<HTMLInputElement>('[name=code]');
    const place = field || status.current;
    // Clear of the question about cookies.
    if (place && (what === 'code' || isRight))
      return moveFocus(pressed, place, () => place.scrollIntoView({ block: 'center' }));
    if (place) return;
    const left = next.triesLeft === null ? '' : ` ${tries(next.triesLeft)}`;
    showToast(
      isRight
        ? messageFor('success', type, { asksByMail: false, welcome: offers.welcome, toasts })
        : {
            kind: next.outcome === 'sent' ? 'neutral' : 'error',
            title: receipt.confirmFirst,
            text: outcomes[next.outcome] + left,
          },
    );
  }

  return (
    <form
      ref={form}
      className={styles['code']}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const code = String(data.get('code')).trim().slice(0, 20);
        void ask('code', () => confirmByCode({ email: sent.email, code, launch: launchIn(data) }));
      }}
    >
      {!isConfirmed && (
        <>
          <LaunchConsent type={type} site={site} words={content} />
          <div className={styles['row']}>
            <TextInput
              label={label}
              name="code"
              dir="ltr"
              inputMode="numeric"
              enterKeyHint="done"
              autoComplete="one-time-code"
              aria-describedby={statusId}
              aria-invalid={isWrong || undefined}
            />
            <Button type="submit" label={submit} otherLabel={submitting} busy={busy === 'code'} />
          </div>
          <p className={styles['ways']}>
            <button type="button" onClick={() => changeAddress(type, sent)}>
              {change}
            </button>
            <button
              type="button"
              aria-busy={busy === 'again' || undefined}
              onClick={() => void ask('again', () => sendAgain(type, sent, publicKey))}
            >
              {again}
            </button>
          </p>
        </>
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
    </form>
  );
}

/** The same signup once more asks for another message. It is refused once its address is confirmed, as by the message's link. */
async function sendAgain(...signup: Parameters<typeof submitSignup>): Promise<CodeAnswer> {
  const outcome = await submitSignup(...signup);
  const told = outcome === 'success' ? 'sent' : outcome === 'duplicate' ? 'confirmed' : 'error';
  return { outcome: told, triesLeft: null };
}

const OUTCOMES: Readonly<Record<number, CodeAnswer['outcome']>> = {
  200: 'confirmed',
  400: 'wrong',
  410: 'gone',
};

async function confirmByCode(body: object): Promise<CodeAnswer> {
  try {
    const response = await fetch('/api/confirmations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
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
