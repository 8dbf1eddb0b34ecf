import { type MouseEvent, type ReactNode, useContext } from 'react';
import { GROWTH_PATH } from '#shared/growth-console';
import { AddressNow } from '../address/use-address.ts';
import { formatAddress, type ViewAddress } from '../address/view-address.ts';
import styles from './tabs.module.css';

type Change = Partial<ViewAddress>;

interface LinksProps {
  /** What they choose, for a screen reader. */
  label: string;
  /** @property shows the change of the address */
  links: readonly { key: string; label: ReactNode; shows: Change; isCurrent: boolean }[];
  onChoose(shows: Change): void;
}

/** Not by `scrollIntoView`, which would scroll the page, too. */
function intoSight(link: HTMLAnchorElement | null) {
  const line = link?.closest('nav');
  if (link && line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}

/** Links in one line, which may be scrolled, each to the address with another part. */
export function Links({ label, links, onChoose }: LinksProps) {
  const address = useContext(AddressNow);
  const choose = (shows: Change) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(shows);
  };
  return (
    <nav className={styles['links']} aria-label={label}>
      {links.map((link) => (
        <a
          key={link.key}
          href={GROWTH_PATH + formatAddress({ ...address, ...link.shows })}
          ref={link.isCurrent ? intoSight : undefined}
          aria-current={link.isCurrent || undefined}
          onClick={choose(link.shows)}
        >
          {link.label}
        </a>
      ))}
    </nav>
  );
}

/** Links to other answers of the same view. */
export const Tabs = (links: LinksProps) => (
  <div className={styles['tabs']}>
    <Links {...links} />
  </div>
);
