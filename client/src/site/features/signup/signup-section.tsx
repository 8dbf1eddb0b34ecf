import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { loadChunk } from '../../../ui/load-chunk.ts';
import { signupContent } from '../../content/signup.ts';
import styles from './signup.module.css';
import type { SignupRequest } from './signup-request.ts';

/** How long after a tab was asked for the name field gets the focus (specification, section 9). */
const FOCUS_DELAY_MS = 500;
/** For how long what was asked before the section was alive is still wanted. */
const EARLY_MS = 10_000;

/**
 * Returns what a window event asks for. In a page that has reloaded itself the start script dispatches it, with the name of
 * the field that had the focus: that field gets it back at once, and no other takes it.
 */
function readRequest({ type, detail }: Event & { detail?: unknown }): SignupRequest {
  const tab = type === 'signup:beta' ? 'beta' : 'notifyme';
  const now = performance.now();
  return typeof detail === 'string'
    ? { tab, field: detail, focusAt: now }
    : { tab, field: 'name', focusAt: now + FOCUS_DELAY_MS };
}

/**
 * The header is alive before the page below it: what it asks for meanwhile waits here. Listens from the moment that
 * this code is there; the section, once alive, takes each request over.
 */
let early: SignupRequest | null = null;
if (typeof window !== 'undefined') {
  const keep = (event: Event) => {
    comeNear();
    early = readRequest(event);
  };
  addEventListener('signup:notifyme', keep);
  addEventListener('signup:beta', keep);
}

/** Resolved when the visitor comes near the form or asks for it. */
let comeNear = () => {};
const near = new Promise<void>((resolve) => {
  comeNear = resolve;
});

const SignupPanel = lazy(async () => {
  if (typeof window !== 'undefined') await near;
  return { default: (await loadChunk(() => import('./signup-panel.tsx'))).SignupPanel };
});

/** The signup block. Its form is code of its own, loaded when the visitor comes near or asks for it. */
export function SignupSection() {
  const [request, setRequest] = useState<SignupRequest>({
    tab: 'notifyme',
    field: '',
    focusAt: null,
  });
  const section = useRef<HTMLElement>(null);

  useEffect(() => whenNear(section.current, comeNear), []);

  useEffect(() => {
    const answer = (asked: SignupRequest) => {
      early = null;
      // A transition: the served form stays on screen while its code is on the way.
      startTransition(() => setRequest(asked));
    };
    if (early && performance.now() - (early.focusAt ?? 0) < EARLY_MS) answer(early);
    const ask = (event: Event) => answer(readRequest(event));
    addEventListener('signup:notifyme', ask);
    addEventListener('signup:beta', ask);
    return () => {
      removeEventListener('signup:notifyme', ask);
      removeEventListener('signup:beta', ask);
    };
  }, []);

  return (
    <section
      ref={section}
      id="signup"
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

/**
 * Calls back when the section is within a screen of the view, or at once where the served form is not in it: after a
 * navigation, and where React renders the page anew because an extension or a translation changed it before hydration.
 * Returns what stops it.
 */
function whenNear(section: HTMLElement | null, callback: () => void) {
  if (!section?.querySelector('form')) return callback();
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && callback(),
    { rootMargin: '100% 0px' },
  );
  observer.observe(section);
  return () => observer.disconnect();
}
