import { useSelector } from '@tanstack/react-form';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react';
import type { SignupType } from '#shared/signups';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { useOutcomes } from '../../outcomes.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './form.module.css';
import { SignupBenefits } from './signup-benefits.tsx';
import { SignupForm } from './signup-form.tsx';
import { DuplicateReceipt, SuccessReceipt } from './signup-receipt.tsx';
import { openTab, signupForm } from './signup-state.ts';

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
      if (asked.tab) openTab(asked.tab, true);
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
      <SignupTabs tab={tab} onSelect={(type) => openTab(type, false)} />
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
          {/* Only one that waits for its code stands in the form's place. */}
          {success?.type === type && !(success.code && success.isAside) && (
            <SuccessReceipt key={success.number} {...success} />
          )}
          {duplicate === type && <DuplicateReceipt type={type} />}
          {open === type && <SignupForm type={type} served={served} />}
          <SignupBenefits type={type} offers={data.offers}>
            <h3>{signupContent.tabs[type].benefitsTitle}</h3>
          </SignupBenefits>
        </div>
      ))}
    </div>
  );
}

const TABS: readonly SignupType[] = ['notifyme', 'beta'];
const tabId = (type: SignupType) => `signup-tab-${type}`;
const panelId = (type: SignupType) => `signup-panel-${type}`;

interface SignupTabsProps {
  tab: SignupType;
  onSelect(tab: SignupType): void;
}

/**
 * The ARIA tabs pattern: one tab stop, and arrow keys between the tabs. Until a script handles the arrow keys each
 * tab is a tab stop, or the second one would be unreachable.
 */
function SignupTabs({ tab, onSelect }: SignupTabsProps) {
  const { signupContent } = useWords('signup');
  const { short } = usePorts().data.offers;
  const list = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const { isSignedUp } = useOutcomes();

  function onKeyDown(event: KeyboardEvent) {
    const at = TABS.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : TABS.at(to % TABS.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }

  return (
    <div ref={list} role="tablist" className={styles['list']} aria-label={signupContent.tabsLabel}>
      {TABS.map((type) => (
        <button
          key={type}
          id={tabId(type)}
          type="button"
          role="tab"
          className={styles['trigger']}
          data-type={type}
          aria-selected={tab === type}
          aria-controls={panelId(type)}
          tabIndex={hydrated && tab !== type ? -1 : 0}
          onClick={() => onSelect(type)}
          onKeyDown={onKeyDown}
        >
          <span className="dot" data-done={isSignedUp[type]} />
          <span>
            {signupContent.tabs[type].label}{' '}
            <span className={styles['offer']}>
              {short[type].split(' · ').map((part) => (
                <span key={part}>{part}</span>
              ))}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}
