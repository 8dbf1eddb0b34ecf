import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { GrowthSessionState } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { loadCode } from '../../ui/load-code.ts';
import { Logo } from '../../ui/logo.tsx';
import { type ApiAnswer, askApi, type Failure, problemOf } from '../api/growth-api.ts';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { TextButton } from '../ui/text-button.tsx';
import { commonWords } from '../words/console-messages.ts';
import styles from './sign-in.module.css';
import type { Session } from './use-session.ts';

const words = commonWords.signIn;
/** A link that registers a passkey. */
export const LINK = /^#link=([\w-]+)$/;
type Way = 'link' | 'passkey' | 'token';
const passkeys = () => loadCode(() => import('../people/passkey.ts'));

interface SignInProps {
  brand: string;
  why: Extract<Session, { state: 'signed_out' }>['why'];
  ways: { passkeys: boolean; tokens: boolean };
  onSignedIn(session: GrowthSessionState): void;
}

/** Signs in with a passkey, for which nobody is asked for a name, or with a token; or makes the passkey that a link is for. */
export function SignIn({ brand, why, ways, onSignedIn }: SignInProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [wantsToken, setWantsToken] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [, link] = LINK.exec(location.hash) ?? [];
  const isByToken = wantsToken || (!ways.passkeys && ways.tokens);
  const way: Way = link ? 'link' : isByToken ? 'token' : 'passkey';
  useEffect(() => {
    document.querySelector('dialog')?.close(); // a question from before the session ended says a name
    document.title = commonWords.title({ brand });
    (field.current ?? button.current)?.focus();
    // Safari opens its dialog only if little happens between the press and that.
    if (way !== 'token') passkeys().catch(() => {});
  }, [brand, way]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = field.current?.value.trim() ?? '';
    if (way === 'token' && typed === '') return refuse(words.tokenMissing);
    setBusy(true);
    const answer = await enter(way, typed, link);
    setBusy(false);
    if (!answer.ok) return refuse(describe(answer, way));
    if (link) history.replaceState(history.state, '', location.pathname + location.search);
    onSignedIn(answer.data);
  }

  function changeToToken() {
    setError(undefined);
    setWantsToken(true);
  }

  function refuse(message: string) {
    setError(message);
    field.current?.focus();
  }

  return (
    <main className={styles['page']}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <p className="brand">
          <Logo />
          {brand}
        </p>
        <h1>{link ? words.welcome : words.heading}</h1>
        {way !== 'passkey' && (
          <p className={blocks['quiet']}>{link ? words.invited({ brand }) : words.lead}</p>
        )}
        {why && <p role="status">{words.why[why]}</p>}
        {way === 'token' && (
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
          </>
        )}
        {way === 'link' && (
          <TextInput
            ref={field}
            label={words.passkeyName}
            defaultValue={words.passkeyExample}
            maxLength={60}
            error={error}
          />
        )}
        {way === 'passkey' && error && <p role="alert">{error}</p>}
        <Button
          ref={button}
          type="submit"
          className={controls['solid']}
          label={words.submit[way]}
          otherLabel={way === 'token' ? words.submitting : words.waiting}
          busy={busy}
        />
        {link && <a href={location.pathname}>{words.hasPasskey}</a>}
        {way === 'passkey' && ways.tokens && (
          <TextButton onClick={changeToToken}>{words.byToken}</TextButton>
        )}
      </form>
    </main>
  );
}

async function enter(
  way: Way,
  typed: string,
  link?: string,
): Promise<ApiAnswer<GrowthSessionState>> {
  if (way === 'token') return askApi('session', { method: 'POST', body: { token: typed } });
  const code = await passkeys().catch(() => null);
  if (!code) return { ok: false, why: 'failed' };
  return link ? code.registerPasskey(typed || words.passkeyExample, link) : code.signInByPasskey();
}

function describe(answer: Failure, way: Way): string {
  if (answer.why === 'too_many') return words.tooMany({ seconds: answer.retryAfterSeconds });
  if (answer.why === 'not_found') return words.over;
  if (answer.why === 'wrong_token' || answer.why === 'invalid') return words.refused[way];
  return problemOf(answer, words.failed);
}
