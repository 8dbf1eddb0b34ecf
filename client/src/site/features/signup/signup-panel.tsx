import { useSelector } from '@tanstack/react-form';
import { useDeferredValue, useEffect, useRef } from 'react';
import { useOutcomes } from '../../outcomes.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './form.module.css';
import { SignupForm, uncoverTabs } from './signup-form.tsx';
import { DuplicateReceipt, SuccessReceipt } from './signup-receipt.tsx';
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
  const { signupContent } = useWords('signup');
  const tab = useSelector(signupForm.store, ({ values }) => values.type);
  // The tab shows a press at once. The form follows: to render it takes a tenth of a second on a cheap phone.
  const open = useDeferredValue(tab);
  const panel = useRef<HTMLDivElement>(null);
  const { success, duplicate } = useOutcomes();
  const { data } = usePorts();
  const answered = useRef<SignupRequest>(null);

  useEffect(() => {
    if (request.focusAt === null) return;
    openTab(request.tab);
  }, [request]);
  useEffect(() => {
    if (request.focusAt === null || open !== request.tab || answered.current === request) return;
    answered.current = request;
    const before = document.activeElement;
    const delay = Math.max(0, request.focusAt - performance.now());
    const timer = setTimeout(() => {
      const active = document.activeElement;
      // A visitor who is already typing keeps the focus, or the rest of a word would land in
      // another field.
      if (active !== before && active?.matches('#signup form *')) return;
      const field = panel.current?.querySelector<HTMLElement>(`[name="${request.field}"]`);
      field?.focus({ preventScroll: true });
      revealField(field);
      // Not at the end of a smooth scroll, which it would stop.
      if (delay === 0) uncoverTabs();
    }, delay);
    return () => clearTimeout(timer);
  }, [request, open]);

  return (
    <div ref={panel} className={styles['tabs']}>
      {success && <SuccessReceipt key={success.number} {...success} />}
      <SignupTabs
        tab={tab}
        onSelect={(type) => {
          answered.current = request; // a request whose form has not followed takes no focus later
          openTab(type);
        }}
      />
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
            data-open={open === type}
            aria-labelledby={tabId(type)}
          >
            {duplicate === type && <DuplicateReceipt />}
            {open === type && <SignupForm type={type} served={served} />}
            <div className={styles['benefits']}>
              <h3>{content.benefitsTitle}</h3>
              <ul>
                {data.offers[type].map((benefit) => (
                  <li key={benefit}>{benefit}</li>
                ))}
              </ul>
            </div>
          </div>
        );
      })}
    </div>
  );
}

/**
 * Centres a field that would be out of view once the page has scrolled to the section: on a phone the benefits are
 * above it, and the question about cookies may be below.
 */
function revealField(field: HTMLElement | null | undefined) {
  const section = field?.closest('section');
  if (!field || !section) return;
  const below = field.getBoundingClientRect().bottom - section.getBoundingClientRect().top;
  if (below > innerHeight * 0.75) field.scrollIntoView({ block: 'center' });
}
