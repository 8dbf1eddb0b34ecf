import { useSelector } from '@tanstack/react-form';
import { useEffect, useRef } from 'react';
import { signupContent } from '../../content/signup.ts';
import styles from './signup.module.css';
import { SignupForm } from './signup-form.tsx';
import type { SignupRequest } from './signup-request.ts';
import { openTab, signupForm } from './signup-state.ts';
import { panelId, SignupTabs, TABS, tabId } from './signup-tabs.tsx';

interface SignupPanelProps {
  request: SignupRequest;
  /** The form that the page was served with, if it had one. */
  served: HTMLFormElement | null;
}

/** Both tabs with their benefits and the form. They share what the visitor types. */
export function SignupPanel({ request, served }: SignupPanelProps) {
  const tab = useSelector(signupForm.store, ({ values }) => values.type);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (request.focusAt === null) return;
    openTab(request.tab);
    const before = document.activeElement;
    const timer = setTimeout(
      () => {
        const active = document.activeElement;
        // A visitor who is already typing keeps the focus, or the rest of a word would land in
        // another field.
        if (active !== before && active?.matches('#signup form *')) return;
        const field = panel.current?.querySelector<HTMLElement>(`[name="${request.field}"]`);
        field?.focus({ preventScroll: true });
      },
      Math.max(0, request.focusAt - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [request]);

  return (
    <div ref={panel} className={styles['tabs']}>
      <SignupTabs tab={tab} onSelect={openTab} />
      {TABS.map((type) => {
        const content = signupContent.tabs[type];
        return (
          // Both benefit lists are rendered; without JavaScript both are shown.
          <div
            key={type}
            id={panelId(type)}
            role="tabpanel"
            className={styles['content']}
            data-type={type}
            data-open={tab === type}
            aria-labelledby={tabId(type)}
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
            {tab === type && <SignupForm type={type} served={served} />}
          </div>
        );
      })}
    </div>
  );
}
