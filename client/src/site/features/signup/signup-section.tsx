import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import type { SignupType } from '#shared/signups';
import { loadChunk } from '../../../ui/load-chunk.ts';
import { signupContent } from '../../content/signup.ts';
import styles from './signup.module.css';
import type { SignupRequest } from './signup-request.ts';

const SECTION_ID = 'signup';
/** For how long what was asked before the section was alive is still wanted. */
const EARLY_MS = 10_000;

/**
 * The header is alive before the page below it: what it asks for meanwhile waits here. Listens from the moment that
 * this code is there; the section, once alive, takes each request over.
 */
let early: SignupRequest | null = null;
const askedFor = (tab: SignupType): SignupRequest => ({ tab, at: performance.now() });
if (typeof window !== 'undefined') {
  addEventListener('signup:notifyme', () => {
    early = askedFor('notifyme');
  });
  addEventListener('signup:beta', () => {
    early = askedFor('beta');
  });
}

const SignupPanel = lazy(async () => {
  await whenNear(SECTION_ID);
  return { default: (await loadChunk(() => import('./signup-panel.tsx'))).SignupPanel };
});

/** The signup block. Its form is code of its own, loaded when the visitor comes near or asks for it. */
export function SignupSection() {
  const [request, setRequest] = useState<SignupRequest>({ tab: 'notifyme', at: null });

  useEffect(() => {
    const answer = (asked: SignupRequest) => {
      early = null;
      // A transition: the served form stays on screen while its code is on the way.
      startTransition(() => setRequest(asked));
    };
    if (early && performance.now() - (early.at ?? 0) < EARLY_MS) answer(early);
    const askNotify = () => answer(askedFor('notifyme'));
    const askBeta = () => answer(askedFor('beta'));
    addEventListener('signup:notifyme', askNotify);
    addEventListener('signup:beta', askBeta);
    return () => {
      removeEventListener('signup:notifyme', askNotify);
      removeEventListener('signup:beta', askBeta);
    };
  }, []);

  return (
    <section
      id={SECTION_ID}
      className={styles['section']}
      tabIndex={-1}
      aria-labelledby="signup-heading"
    >
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
