import { lazy, Suspense } from 'react';
import { growthText } from '../../content/growth/shell.ts';
import { loadChunk } from '../../load-chunk.ts';
import { Failure } from './panel.tsx';
import styles from './sign-in.module.css';
import { SignIn } from './sign-in.tsx';
import { SessionEnded } from './use-report.ts';
import { useSession } from './use-session.ts';

/** Charts and tables come once somebody is signed in. */
const Views = lazy(async () => ({
  default: (await loadChunk(() => import('./views.tsx'))).Views,
}));

const Unreachable = ({ onRetry }: { onRetry(): void }) => (
  <main className={styles['page']}>
    <Failure label={growthText.report.retry} onPress={onRetry}>
      {growthText.unreachable}
    </Failure>
  </main>
);

const Waiting = () => (
  <p role="status" className={styles['waiting']}>
    {growthText.waiting}
  </p>
);

export function Console({ brand }: { brand: string }) {
  const { session, signedIn, ended, signOut, check } = useSession();
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
          <Suspense fallback={<Waiting />}>
            <Views brand={brand} onSignOut={signOut} />
          </Suspense>
        </SessionEnded>
      );
  }
}
