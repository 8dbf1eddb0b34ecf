import { useRef } from 'react';
import { SessionEnded } from './api/use-report.ts';
import { SendsMailContext, SiteUrlContext } from './console-data.ts';
import { ConsoleFrame } from './console-frame.tsx';
import { AccessContext } from './session/access.ts';
import styles from './session/sign-in.module.css';
import { SignIn } from './session/sign-in.tsx';
import { useSession } from './session/use-session.ts';
import { FailureNote } from './ui/panel.tsx';
import { commonWords } from './words/console-messages.ts';

const Unreachable = ({ onRetry }: { onRetry(): void }) => (
  <main className={styles['page']}>
    <FailureNote label={commonWords.report.retry} onPress={onRetry}>
      {commonWords.unreachable}
    </FailureNote>
  </main>
);

const Waiting = () => (
  <p role="status" className={styles['waiting']}>
    {commonWords.waiting}
  </p>
);

interface ConsoleProps {
  brand: string;
  /** The site's canonical address, without a trailing slash. */
  siteUrl: string;
  /** Whether the site asks people by mail to confirm their address. */
  sendsMail: boolean;
}

export function Console({ brand, siteUrl, sendsMail }: ConsoleProps) {
  const { session, signedIn, ended, signOut, check } = useSession();
  /**
   * True after the sign-in form had the focus, which then moves to the view that replaces the form.
   */
  const hadForm = useRef(false);
  if (session.state === 'signed_out') hadForm.current = true;
  switch (session.state) {
    case 'checking':
      return <Waiting />;
    case 'unreachable':
      return <Unreachable onRetry={check} />;
    case 'signed_out':
      return <SignIn brand={brand} why={session.why} onSignedIn={signedIn} />;
    case 'signed_in':
      return (
        <SessionEnded value={ended}>
          <AccessContext value={session.access}>
            <SiteUrlContext value={siteUrl}>
              <SendsMailContext value={sendsMail}>
                <ConsoleFrame brand={brand} takesFocus={hadForm.current} onSignOut={signOut} />
              </SendsMailContext>
            </SiteUrlContext>
          </AccessContext>
        </SessionEnded>
      );
  }
}
