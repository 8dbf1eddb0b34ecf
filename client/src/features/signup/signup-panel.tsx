import { Tabs } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { SignupType } from '#shared/signups';
import { signupContent } from '../../content/signup.ts';
import styles from './signup.module.css';
import { EMPTY_SIGNUP, SignupForm } from './signup-form.tsx';
import type { SignupRequest } from './signup-request.ts';
import { SignupToasts, type ToastMessage } from './signup-toasts.tsx';

/** How long after a tab was asked for the name field gets the focus (specification, section 9). */
const FOCUS_DELAY_MS = 500;
const TABS: readonly SignupType[] = ['notifyme', 'beta'];

/** Both tabs with their benefits and the form; what was typed in one is there in the other. */
export function SignupPanel({ request }: { request: SignupRequest }) {
  const [tab, setTab] = useState<SignupType>(request.tab);
  const [message, setMessage] = useState<ToastMessage | null>(null);
  /** The tab whose form is being sent: one signup at a time, whatever tab is open meanwhile. */
  const [sending, setSending] = useState<SignupType | null>(null);
  /** Rises when a form that is not on screen any more was sent: the open one starts empty too. */
  const [generation, setGeneration] = useState(0);
  const openTab = useRef(tab);
  openTab.current = tab;
  const draft = useRef(EMPTY_SIGNUP);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (request.at === null) return;
    setTab(request.tab);
    const passed = performance.now() - request.at;
    const before = document.activeElement;
    const timer = setTimeout(
      () => {
        const active = document.activeElement;
        // Whoever is typing already keeps the field: the rest of a word must not land in another.
        if (active !== before && active?.matches('#signup form *')) return;
        panel.current?.querySelector<HTMLElement>('[name="name"]')?.focus({ preventScroll: true });
      },
      Math.max(0, FOCUS_DELAY_MS - passed),
    );
    return () => clearTimeout(timer);
  }, [request]);

  function answered(sent: SignupType, answer: ToastMessage, isDone: boolean) {
    setSending(null);
    setMessage(answer);
    if (isDone && openTab.current !== sent) setGeneration((current) => current + 1);
  }

  return (
    <>
      <Tabs.Root
        ref={panel}
        className={styles['tabs']}
        value={tab}
        onValueChange={(value) => setTab(value as SignupType)}
      >
        <Tabs.List className={styles['list']} aria-label={signupContent.tabsLabel}>
          {TABS.map((type) => (
            <Tabs.Trigger key={type} value={type} className={styles['trigger']} data-type={type}>
              {signupContent.tabs[type].label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {TABS.map((type) => {
          const content = signupContent.tabs[type];
          return (
            <Tabs.Content
              key={type}
              value={type}
              className={styles['content']}
              data-type={type}
              // Both benefit lists are in the page; without JavaScript both are shown.
              forceMount
            >
              <div className={styles['benefits']}>
                <h3>{content.benefitsTitle}</h3>
                <p>{content.intro}</p>
                <ul>
                  {content.benefits.map((benefit) => (
                    <li key={benefit} className={styles['benefit']}>
                      {benefit}
                    </li>
                  ))}
                </ul>
              </div>
              {tab === type && (
                <SignupForm
                  key={generation}
                  type={type}
                  draft={draft}
                  busy={sending !== null}
                  onSend={() => setSending(type)}
                  onAnswer={answered}
                />
              )}
            </Tabs.Content>
          );
        })}
      </Tabs.Root>
      <SignupToasts message={message} />
    </>
  );
}
