import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import type { SignupType } from '#shared/signups';
import { signupContent } from '../../content/signup.ts';
import { loadPersistently } from '../../load-persistently.ts';
import styles from './signup.module.css';
import type { SignupRequest } from './signup-request.ts';

const SECTION_ID = 'signup';

const SignupPanel = lazy(async () => {
  await whenNear(SECTION_ID);
  return { default: (await loadPersistently(() => import('./signup-panel.tsx'))).SignupPanel };
});

/** The signup block. Its form is code of its own, loaded when the visitor comes near or asks for it. */
export function SignupSection() {
  const [request, setRequest] = useState<SignupRequest>({ tab: 'notifyme', at: null });

  useEffect(() => {
    const ask = (tab: SignupType) => () => {
      // A transition: the served form stays on screen while its code is on the way.
      startTransition(() => setRequest({ tab, at: performance.now() }));
    };
    const askNotify = ask('notifyme');
    const askBeta = ask('beta');
    addEventListener('signup:notifyme', askNotify);
    addEventListener('signup:beta', askBeta);
    return () => {
      removeEventListener('signup:notifyme', askNotify);
      removeEventListener('signup:beta', askBeta);
    };
  }, []);

  return (
    <section id={SECTION_ID} className={styles['section']} aria-labelledby="signup-heading">
      <div className={styles['intro']}>
        <h2 id="signup-heading">{signupContent.heading}</h2>
        <p>{signupContent.intro}</p>
      </div>
      <Suspense>
        <SignupPanel request={request} />
      </Suspense>
    </section>
  );
}

/** Resolves when the element is within a screen of the view, or a window event asks for the form. */
function whenNear(id: string): Promise<void> {
  const element = typeof document === 'undefined' ? null : document.getElementById(id);
  if (!element) return Promise.resolve(); // rendered on the server, or after navigating here
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && done(),
      { rootMargin: '100% 0px' },
    );
    observer.observe(element);
    addEventListener('signup:notifyme', done, { once: true });
    addEventListener('signup:beta', done, { once: true });
  });
}
