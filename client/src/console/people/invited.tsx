import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { GrowthSessionState } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Logo } from '../../ui/logo.tsx';
import { problemOf } from '../api/growth-api.ts';
import styles from '../session/sign-in.module.css';
import controls from '../ui/controls.module.css';
import { peopleWords } from '../words/console-messages.ts';
import { registerPasskey } from './passkey.ts';

const words = peopleWords.invited;

interface InvitedProps {
  brand: string;
  link: string;
  onSignedIn(session: GrowthSessionState): void;
}

/** Registers the first passkey of who has a link. */
export function Invited({ brand, link, onSignedIn }: InvitedProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const name = field.current?.value.trim() || peopleWords.passkeyExample;
    const answer = await registerPasskey<GrowthSessionState>(name, link);
    setBusy(false);
    if (!answer.ok)
      return setError(answer.why === 'not_found' ? words.over : problemOf(answer, words.failed));
    history.replaceState(history.state, '', location.pathname + location.search);
    onSignedIn(answer.data);
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p className="brand">
        <Logo />
        {brand}
      </p>
      <h1>{words.heading}</h1>
      <p className={styles['lead']}>{words.lead({ brand })}</p>
      <TextInput
        ref={field}
        label={peopleWords.passkeyName}
        defaultValue={peopleWords.passkeyExample}
        maxLength={60}
        error={error}
      />
      <Button
        type="submit"
        className={controls['solid']}
        label={words.submit}
        otherLabel={words.making}
        busy={busy}
      />
      <a href={location.pathname}>{words.signIn}</a>
    </form>
  );
}
