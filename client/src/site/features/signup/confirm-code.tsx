import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import fieldStyles from '../../../ui/field.module.css';
import { TextInput } from '../../../ui/field.tsx';
import { changeOutcomes, type Success } from '../../outcomes.ts';
import { usePorts, useToasts, useWords } from '../../ports.ts';
import styles from './form.module.css';
import { LaunchConsent, launchIn } from './launch-consent.tsx';
import {
  changeAddress,
  keepInPlace,
  messageFor,
  moveFocus,
  onceDrawn,
  PATIENCE_MS,
} from './signup-state.ts';
import { busyUntil, type Failure, post, submitSignup } from './submit-signup.ts';

/** How often the message can be asked for again: with the first one, as often as the server sends it in a day. */
const MAX_AGAIN = 2;

interface CodeAnswer {
  outcome: 'confirmed' | 'wrong' | 'enter' | 'gone' | 'sent' | Failure;
  /** Only of a wrong code that the server has counted. */
  triesLeft?: number | undefined;
}

/**
 * The field for the code of the message, for people who read it without leaving the page. Its status is always on the
 * page: screen readers announce what changes in it. After an answer about a code the focus is in the field, or on the
 * status once there is no field.
 */
export function ConfirmCode(success: Pick<Success, 'type' | 'sent' | 'code' | 'again'>) {
  const { type, sent, code: state, again: asked } = success;
  const [busy, setBusy] = useState<'code' | 'again' | null>(null);
  const [answer, setAnswer] = useState<CodeAnswer | null>(null);
  const statusId = useId();
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const { showToast, hideToast } = useToasts();
  const { offers, publicKey, site } = usePorts().data;
  const content = useWords('signup').signupContent;
  const { code: words, failures, receipt, toasts } = content;
  const { label, submit, submitting, again, change, outcomes, tries } = words;
  const isConfirmed = state === 'entered';
  const isError = answer && answer.outcome !== 'sent' && !isConfirmed;
  const textOf = ({ outcome, triesLeft }: CodeAnswer) =>
    triesLeft ? `${outcomes.wrong} ${tries(triesLeft)}` : { ...failures, ...outcomes }[outcome];
  const left = useTimeUntil(asked.at);
  useTimeUntil(busyUntil, () => setAnswer(null));

  async function ask(what: 'code' | 'again', request: () => Promise<CodeAnswer>) {
    if (busy) return;
    hideToast();
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
      const more: Partial<Success> = isRight
        ? { code: 'entered' }
        : { again: { count: asked.count + 1, at: Date.now() + PATIENCE_MS } };
      if (!isRight && next.outcome !== 'sent') return;
      changeOutcomes(({ success: latest, isSignedUp }) => ({
        // The visitor may have signed up with another address meanwhile.
        success: latest?.sent.email === sent.email ? { ...latest, ...more } : latest,
        isSignedUp: isRight ? { ...isSignedUp, [type]: true } : isSignedUp,
      }));
    });
    const field = form.current?.querySelector<HTMLInputElement>('[name=code]');
    // The new message has another code.
    if (field && next.outcome === 'sent') field.value = '';
    const place = (what === 'code' && field) || status.current;
    // Clear of the question about cookies. A button that is gone passes on the focus.
    if (place && (what === 'code' || document.activeElement === document.body))
      return moveFocus(pressed, place, isRight ? undefined : 'center');
    if (place) return onceDrawn(() => place.scrollIntoView({ block: 'nearest' }));
    showToast(
      isRight
        ? messageFor('success', type, { asksByMail: false, welcome: offers.welcome, toasts })
        : {
            kind: next.outcome === 'sent' ? 'neutral' : 'error',
            title: receipt.confirmFirst,
            text: textOf(next),
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
        <TextInput
          label={label}
          name="code"
          dir="ltr"
          inputMode="numeric"
          enterKeyHint="done"
          autoComplete="one-time-code"
          aria-describedby={statusId}
          aria-invalid={(isError && !(answer.outcome in failures)) || undefined}
        />
      )}
      <p
        ref={status}
        id={statusId}
        role="status"
        tabIndex={-1}
        className={isError ? fieldStyles['error'] : undefined}
      >
        {isConfirmed ? outcomes.confirmed : answer && textOf(answer)}
      </p>
      {!isConfirmed && (
        <>
          <LaunchConsent type={type} site={site} words={content} />
          <Button type="submit" label={submit} otherLabel={submitting} busy={busy === 'code'} />
          <p className={styles['ways']}>
            <button type="button" onClick={() => changeAddress(type, sent)}>
              {change}
            </button>
            {asked.count < MAX_AGAIN && (
              <button
                type="button"
                data-wait={left}
                aria-disabled={!!left || undefined}
                aria-busy={busy === 'again' || undefined}
                onClick={() => left || void ask('again', () => sendAgain(type, sent, publicKey))}
              >
                {again}
              </button>
            )}
          </p>
        </>
      )}
    </form>
  );
}

/** The same signup once more asks for another message. It is refused once its address is confirmed, as by the message's link. */
async function sendAgain(...signup: Parameters<typeof submitSignup>): Promise<CodeAnswer> {
  const outcome = await submitSignup(...signup);
  return {
    outcome: outcome === 'success' ? 'sent' : outcome === 'duplicate' ? 'confirmed' : outcome,
  };
}

async function confirmByCode(body: object): Promise<CodeAnswer> {
  let triesLeft: number | undefined;
  const outcome = await post('/api/confirmations', body, async (response) => {
    const { status } = response;
    if (status === 200) return 'confirmed';
    if (status === 400) ({ triesLeft } = await response.json());
    if (status === 410 || triesLeft === 0) return 'gone';
    if (status !== 400) return 'error';
    // What has no six digits is not counted.
    return triesLeft ? 'wrong' : 'enter';
  });
  return { outcome, triesLeft };
}

interface PatientProps extends ComponentProps<typeof Button> {
  whenFree: () => void;
}

/** A button that waits for a busy server. It renders alone: its form would lose what was filled in without an event. */
export function PatientButton({ whenFree, ...props }: PatientProps) {
  const left = useTimeUntil(busyUntil, whenFree);
  return <Button {...props} data-wait={left} aria-disabled={!!left || props['aria-disabled']} />;
}

/** Returns how long it is until a time, to be read; undefined once it has come, which calls back if it was waited for. */
function useTimeUntil(time: number, whenCome?: () => void): string | undefined {
  const [, setRead] = useState(0);
  // Not a number where a server names a date: nothing is waited for.
  const left = Math.max(0, Math.ceil((time - Date.now()) / 1_000));
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(() => {
      setRead(left);
      if (time > Date.now()) return;
      whenCome?.();
    }, 1_000);
    return () => clearTimeout(timer);
  });
  if (!left) return undefined;
  return `${left < 90 ? left : Math.ceil(left / 60)} ${left < 90 ? 's' : 'min'}`;
}
