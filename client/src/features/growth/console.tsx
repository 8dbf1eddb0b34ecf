import { lazy, Suspense } from 'react';
import { growthText } from '../../content/growth/shell.ts';
import { SignIn } from './sign-in.tsx';
import { SessionEnded } from './use-report.ts';
import { useSession } from './use-session.ts';

/** Charts and tables come once somebody is signed in. */
const Views = lazy(async () => ({ default: (await import('./views.tsx')).Views }));

export function Console({ brand }: { brand: string }) {
  const { session, signedIn, ended, signOut } = useSession();
  if (session.state === 'checking') return null;
  if (session.state === 'signed_out') {
    return <SignIn brand={brand} ended={session.ended} onSignedIn={signedIn} />;
  }
  return (
    <SessionEnded value={ended}>
      <Suspense fallback={<p role="status">{growthText.report.loading}</p>}>
        <Views brand={brand} onSignOut={signOut} />
      </Suspense>
    </SessionEnded>
  );
}
