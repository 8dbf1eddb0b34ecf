import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { GrowthSessionState } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextInput } from '../../ui/field.tsx';
import { loadCode } from '../../ui/load-code.ts';
import { Logo } from '../../ui/logo.tsx';
import { askApi, type Failure } from '../api/growth-api.ts';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { commonWords } from '../words/console-messages.ts';
import styles from './sign-in.module.css';
import type { Session } from './use-session.ts';

const Invited = lazy(async () => ({
  default: (await loadCode(() => import('../people/invited.tsx'))).Invited,
}));
const PasskeyWay = lazy(async () => ({
  default: (await loadCode(() => import('../people/passkey-way.tsx'))).PasskeyWay,
}));

const words = commonWords.signIn;
/** A link that registers a passkey. */
export const LINK = /^#link=([\w-]+)$/;

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
  const [, link] = LINK.exec(location.hash) ?? [];
  useEffect(() => {
    document.title = commonWords.title({ brand });
    field.current?.focus();
  }, [brand]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const token = field.current?.value.trim() ?? '';
    if (token === '') return refuse(words.tokenMissing);
    setBusy(true);
    const answer = await askApi<GrowthSessionState>('session', { method: 'POST', body: { token } });
    setBusy(false);
    if (answer.ok) onSignedIn(answer.data);
    else refuse(describe(answer));
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
        error={error}
      />
      <Button
        type="submit"
        className={cx(!ways.passkeys && controls['solid'])}
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
        {ways.passkeys || <p className={blocks['quiet']}>{words.lead}</p>}
        {why && <p role="status">{words.why[why]}</p>}
        {ways.passkeys ? (
          <Suspense fallback={byToken}>
            <PasskeyWay onSignedIn={onSignedIn}>{ways.tokens && byToken}</PasskeyWay>
          </Suspense>
        ) : (
          byToken
        )}
      </form>
    </main>
  );
}

function describe(answer: Failure): string {
  if (answer.why === 'too_many') return words.tooMany(answer.retryAfterSeconds);
  return answer.why === 'wrong_token' || answer.why === 'invalid' ? words.wrongToken : words.failed;
}
