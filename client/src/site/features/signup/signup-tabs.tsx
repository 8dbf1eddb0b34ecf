import { type KeyboardEvent, useRef } from 'react';
import type { SignupType } from '#shared/signups';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { useOutcomes } from '../../outcomes.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './form.module.css';

export const TABS: readonly SignupType[] = ['notifyme', 'beta'];
export const tabId = (type: SignupType) => `signup-tab-${type}`;
export const panelId = (type: SignupType) => `signup-panel-${type}`;

interface SignupTabsProps {
  tab: SignupType;
  onSelect(tab: SignupType): void;
}

/**
 * The ARIA tabs pattern: one tab stop, and arrow keys between the tabs. Until a script handles the arrow keys each
 * tab is a tab stop, or the second one would be unreachable.
 */
export function SignupTabs({ tab, onSelect }: SignupTabsProps) {
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
            {signupContent.tabs[type].label} <span className={styles['offer']}>{short[type]}</span>
          </span>
        </button>
      ))}
    </div>
  );
}
