import { lazy, Suspense, useEffect, useRef } from 'react';
import type { SignupType } from '#shared/signups';
import { loadCode } from '../../../ui/load-code.ts';
import { SectionHead } from '../../../ui/section-head.tsx';
import { watchView } from '../../../ui/watch-view.ts';
import type { Wording } from '../../content/languages.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './form.module.css';

/** The tab that was asked for last, until the form's code takes it. Listening starts when this code loads. */
const asked: { tab?: SignupType } = {};
if (typeof window !== 'undefined') {
  const ask = ({ type }: Event) => {
    comeNear();
    asked.tab = type === 'signup:beta' ? 'beta' : 'notifyme';
  };
  addEventListener('signup:notifyme', ask);
  addEventListener('signup:beta', ask);
  addEventListener('click', askForPressedTab, true); // React stops an event that it drops
}

/** React drops a press on a tab whose code has not come, so it becomes a request. Hydrated tabs answer themselves. */
function askForPressedTab({ target }: Event) {
  const tab = (target as Partial<Element>).closest?.<HTMLElement>('[role="tab"]');
  const { parentElement, dataset } = tab ?? {};
  if (!parentElement || parentElement.querySelector('[tabindex="-1"]')) return;
  dispatchEvent(new CustomEvent(`signup:${dataset?.['type']}`, { detail: 'tab' }));
}

/**
 * The form as it was served. React replaces it when it renders the page again, because a translation or an extension
 * changed it before hydration. What was typed is then only here.
 */
const served =
  typeof document === 'undefined' ? null : document.querySelector<HTMLFormElement>('#signup form');

/** Loads the form's code: called when the visitor comes near the form or asks for it. */
let comeNear = () => {};
const near = new Promise<void>((resolve) => {
  comeNear = resolve;
});

const lazyPanel = (wording: Wording) =>
  lazy(async () => {
    if (typeof window !== 'undefined') await near;
    const [panel] = await loadCode(() =>
      Promise.all([import('./signup-panel.tsx'), wording.load('signup')]),
    );
    return { default: panel.SignupPanel };
  });
/** One for each language that this process renders: React knows a lazy component by its identity. */
const panels = new Map<Wording, ReturnType<typeof lazyPanel>>();

/** The signup block. The form is a file that loads when the visitor comes near or asks for it. */
export function SignupSection() {
  const { wording } = usePorts();
  const { signupIntroContent } = useWords('home');
  const SignupPanel = panels.get(wording) ?? lazyPanel(wording);
  panels.set(wording, SignupPanel);
  const section = useRef<HTMLElement>(null);

  useEffect(() => whenNear(section.current, comeNear), []);

  return (
    <section
      ref={section}
      id="signup"
      className={styles['section']}
      tabIndex={-1}
      aria-labelledby="signup-heading"
    >
      <SectionHead id="signup-heading" {...signupIntroContent} />
      <Suspense>
        <SignupPanel asked={asked} served={served} />
      </Suspense>
    </section>
  );
}

/**
 * Runs the callback when the section is within one screen of the viewport. Runs it at once if there is no served form:
 * after a navigation, or when React renders the page again because an extension or a translation changed it before
 * hydration. Returns a function that stops watching.
 */
function whenNear(section: HTMLElement | null, callback: () => void) {
  if (!section?.querySelector('form')) return callback();
  return watchView(section, (isInView) => isInView && callback(), { rootMargin: '100% 0px' });
}
