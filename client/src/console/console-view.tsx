import { useMemo, useRef } from 'react';
import { ConsoleContext, type ConsoleData } from './console-data.ts';
import { ConsoleFrame } from './console-frame.tsx';
import { FirstView } from './first-view.tsx';
import { forgetAll, holdsTyped } from './session/kept.ts';
import styles from './session/sign-in.module.css';
import { LINK, SignIn } from './session/sign-in.tsx';
import { useSession } from './session/use-session.ts';
import { isSure } from './ui/confirm-dialog.tsx';
import { FailureNote } from './ui/panel.tsx';
import { commonWords } from './words/console-messages.ts';

interface ConsoleProps extends Omit<ConsoleData, 'seesPeople' | 'person'> {
  brand: string;
}

export function Console({ brand, siteUrl, sendsMail, languages }: ConsoleProps) {
  const { session, ways, signedIn, signOut, check } = useSession();
  const isIn = session.state === 'signed_in';
  const seesPeople = isIn && session.access === 'people';
  const { id, name } = (isIn && session.person) || {};
  const data = useMemo(
    () => ({
      ...{ siteUrl, sendsMail, languages, seesPeople },
      person: id && name ? { id, name } : null,
    }),
    [siteUrl, sendsMail, languages, seesPeople, id, name],
  );
  /** True after the sign-in form had the focus, which then moves to the view that replaces the form. */
  const hadForm = useRef(false);
  if (session.state === 'signed_out') hadForm.current = true;
  const leave = async () => {
    if (holdsTyped() && !(await isSure(commonWords.signOut, commonWords.signOutLoses))) return;
    forgetAll();
    signOut();
  };
  // A link is for whom it was made, also where somebody is signed in: the first owner is, with the token.
  const isByLink = LINK.test(location.hash);
  if (isByLink || session.state === 'signed_out') {
    const why = session.state === 'signed_out' && !isByLink ? session.why : null;
    return <SignIn brand={brand} why={why} ways={ways} onSignedIn={signedIn} />;
  }
  if (session.state === 'checking') return <FirstView brand={brand} />;
  if (isIn)
    return (
      <ConsoleContext value={data}>
        <ConsoleFrame brand={brand} takesFocus={hadForm.current} onSignOut={leave} />
      </ConsoleContext>
    );
  return (
    <main className={styles['page']}>
      <FailureNote label={commonWords.report.retry} onPress={check}>
        {commonWords.unreachable}
      </FailureNote>
    </main>
  );
}
