import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { GrowthSessionState } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import styles from '../session/sign-in.module.css';
import controls from '../ui/controls.module.css';
import { peopleWords } from '../words/console-messages.ts';
import { signInByPasskey } from './passkey.ts';

const words = peopleWords.signIn;

interface PasskeyWayProps {
  onSignedIn(session: GrowthSessionState): void;
  /** The other way to sign in, behind a press; false where there is none. */
  children: ReactNode;
}

/** Signs in with a passkey. Nobody is asked for a name. */
export function PasskeyWay({ onSignedIn, children }: PasskeyWayProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  async function signIn() {
    if (busy) return;
    setBusy(true);
    const answer = await signInByPasskey();
    setBusy(false);
    setHasFailed(!answer.ok);
    if (answer.ok) onSignedIn(answer.data);
  }

  return (
    <>
      <Button
        ref={button}
        className={controls['solid']}
        label={words.passkey}
        otherLabel={peopleWords.invited.making}
        busy={busy}
        onClick={signIn}
      />
      {hasFailed && <p role="alert">{words.failed}</p>}
      {children && (
        <details>
          <summary>{words.byToken}</summary>
          <div className={styles['form']}>{children}</div>
        </details>
      )}
    </>
  );
}
