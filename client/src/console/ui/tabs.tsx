import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './tabs.module.css';

interface TabsProps {
  /** What they choose, for a screen reader. */
  label: string;
  tabs: readonly { key: string; label: ReactNode; href: string; isCurrent: boolean }[];
  onChoose(key: string): void;
  /** Stays in sight at the end of the line, however far the tabs are scrolled. */
  end?: ReactNode;
}

/** Links in one line, each to another answer of the same view. */
export function Tabs({ label, tabs, onChoose, end }: TabsProps) {
  const current = useRef<HTMLAnchorElement>(null);
  const currentKey = tabs.find(({ isCurrent }) => isCurrent)?.key;
  // Not by `scrollIntoView`, which would scroll the page, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another link
  useEffect(() => {
    const link = current.current;
    const line = link?.closest('nav');
    if (link && line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
  }, [currentKey]);
  const choose = (key: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(key);
  };
  return (
    <div className={styles['line']}>
      <nav aria-label={label}>
        {tabs.map(({ key, isCurrent, ...tab }) => (
          <a
            key={key}
            href={tab.href}
            ref={isCurrent ? current : undefined}
            aria-current={isCurrent || undefined}
            onClick={choose(key)}
          >
            {tab.label}
          </a>
        ))}
      </nav>
      {end}
    </div>
  );
}
