import { useSelector } from '@tanstack/react-form';
import { useDeferredValue, useEffect } from 'react';
import type { SignupType } from '#shared/signups';
import { useOutcomes } from '../../outcomes.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './form.module.css';
import { SignupBenefits } from './signup-benefits.tsx';
import { SignupForm } from './signup-form.tsx';
import { DuplicateReceipt, SuccessReceipt } from './signup-receipt.tsx';
import { openTab, signupForm } from './signup-state.ts';
import { panelId, SignupTabs, TABS, tabId } from './signup-tabs.tsx';

interface SignupPanelProps {
  /** The tab that a button or a window event has asked for. It is taken at the events that ask. */
  asked: { tab?: SignupType };
  /** The form that the page was served with, if it had one. */
  served: HTMLFormElement | null;
}

/** Both tabs with their benefits and the form. They share what the visitor types. */
export function SignupPanel({ asked, served }: SignupPanelProps) {
  const { signupContent } = useWords('signup');
  const tab = useSelector(signupForm.store, ({ values }) => values.type);
  // The tab shows a press at once. The form follows: to render it takes a tenth of a second on a cheap phone.
  const open = useDeferredValue(tab);
  const { success, duplicate } = useOutcomes();
  const { data } = usePorts();

  useEffect(() => {
    const open = () => {
      if (asked.tab) openTab(asked.tab);
      delete asked.tab;
    };
    open();
    addEventListener('signup:notifyme', open);
    addEventListener('signup:beta', open);
    return () => {
      removeEventListener('signup:notifyme', open);
      removeEventListener('signup:beta', open);
    };
  }, [asked]);
  return (
    <div className={styles['tabs']}>
      {success && <SuccessReceipt key={success.number} {...success} />}
      <SignupTabs tab={tab} onSelect={openTab} />
      {TABS.map((type) => (
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
          <SignupBenefits
            type={type}
            title={signupContent.tabs[type].benefitsTitle}
            offers={data.offers}
            heading="h3"
          />
        </div>
      ))}
    </div>
  );
}
