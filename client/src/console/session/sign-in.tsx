import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { GrowthSessionState } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { loadCode } from '../../ui/load-code.ts';
import { Logo } from '../../ui/logo.tsx';
import { type ApiAnswer, askApi, type Failure } from '../api/growth-api.ts';
import controls from '../ui/controls.module.css';
import { commonWords } from '../words/console-messages.ts';
import styles from './sign-in.module.css';
import type { Session } from './use-session.ts';

const Invited = lazy(async () => ({
  default: (await loadCode(() => import('../people/invited.tsx'))).Invited,
}));

const words = commonWords.signIn;
/** A link that registers a passkey. */
const LINK = /^#link=([\w-]+)$/;

interface SignInProps {
  brand: string;
  why: Extract<Session, { state: 'signed_out' }>['why'];
  ways: { passkeys: boolean; tokens: boolean };
  onSignedIn(session: GrowthSessionState): void;
}

export function SignIn({ brand, why, ways, onSignedIn }: SignInProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const passkey = useRef<HTMLButtonElement>(null);
  const [, link] = LINK.exec(location.hash) ?? [];
  useEffect(() => {
    document.title = commonWords.title({ brand });
    (passkey.current ?? field.current)?.focus();
  }, [brand]);

  async function settle(asked: Promise<ApiAnswer<GrowthSessionState>>) {
    setBusy(true);
    setError(undefined);
    const answer = await asked;
    setBusy(false);
    if (answer.ok) onSignedIn(answer.data);
    return answer;
  }

  async function usePasskey() {
    if (busy) return;
    const { signInByPasskey } = await loadCode(() => import('../people/passkey.ts'));
    const answer = await settle(signInByPasskey());
    if (!answer.ok) setError(answer.why === 'too_many' ? describe(answer) : words.noPasskey);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const token = field.current?.value.trim() ?? '';
    if (token === '') return refuse(words.tokenMissing);
    const answer = await settle(askApi('session', { method: 'POST', body: { token } }));
    if (!answer.ok) refuse(describe(answer));
  }

  function refuse(message: string) {
    setError(message);
    field.current?.focus();
  }

  const byToken = (
    <>
      {/* Password managers and browsers expect a user name with each password. */}
      <input type="text" autoComplete="username" value={brand} readOnly hidden />
      <TextInput
        ref={field}
        label={words.token}
        type="password"
        autoComplete="current-password"
        spellCheck={false}
        error={ways.passkeys ? undefined : error}
      />
      <Button
        type="submit"
        className={ways.passkeys ? undefined : controls['solid']}
        label={words.submit}
        otherLabel={words.submitting}
        busy={busy}
      />
    </>
  );
  if (link)
    return (
      <main className={styles['page']}>
        <Suspense fallback={<p role="status">{commonWords.waiting}</p>}>
          <Invited brand={brand} link={link} onSignedIn={onSignedIn} />
        </Suspense>
      </main>
    );
  return (
    <main className={styles['page']}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <p className="brand">
          <Logo />
          {brand}
        </p>
        <h1>{words.heading}</h1>
        <p className={styles['lead']}>{ways.passkeys ? words.leadPeople : words.lead}</p>
        {why && <p role="status">{words.why[why]}</p>}
        {ways.passkeys && (
          <>
            <Button
              ref={passkey}
              className={controls['solid']}
              label={words.passkey}
              otherLabel={words.submitting}
              busy={busy}
              onClick={usePasskey}
            />
            {error && <p role="alert">{error}</p>}
          </>
        )}
        {ways.passkeys
          ? ways.tokens && (
              <details>
                <summary>{words.byToken}</summary>
                <div className={styles['form']}>{byToken}</div>
              </details>
            )
          : byToken}
      </form>
    </main>
  );
}

function describe(answer: Failure): string {
  if (answer.why === 'too_many') return words.tooMany(answer.retryAfterSeconds);
  return answer.why === 'wrong_token' || answer.why === 'invalid' ? words.wrongToken : words.failed;
}
