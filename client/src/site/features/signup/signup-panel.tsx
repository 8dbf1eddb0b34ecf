import { useSelector } from '@tanstack/react-form';
import { useDeferredValue, useEffect } from 'react';
import { useOutcomes } from '../../outcomes.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './form.module.css';
import { SignupForm } from './signup-form.tsx';
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
  const { success, duplicate } = useOutcomes();
  const { data } = usePorts();

  useEffect(() => {
    if (request.at !== null) openTab(request.tab);
  }, [request]);
  return (
    <div className={styles['tabs']}>
      {success && <SuccessReceipt key={success.number} {...success} />}
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
              {data.offers.conditions && <p>{data.offers.conditions[type]}</p>}
            </div>
          </div>
        );
      })}
    </div>
  );
}
