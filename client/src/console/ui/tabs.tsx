import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useContext } from 'react';
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

interface AddressLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'onClick'> {
  shows: Change;
  onChoose(shows: Change): void;
}

/** A link to the address with another part. */
export function AddressLink({ shows, onChoose, ...props }: AddressLinkProps) {
  const address = useContext(AddressNow);
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(shows);
  };
  return (
    <a {...props} href={GROWTH_PATH + formatAddress({ ...address, ...shows })} onClick={choose} />
  );
}

/** Links in one line, which may be scrolled, each to the address with another part. */
export const Links = ({ label, links, onChoose }: LinksProps) => (
  <nav className={styles['links']} aria-label={label}>
    {links.map((link) => (
      <AddressLink
        key={link.key}
        shows={link.shows}
        ref={link.isCurrent ? intoSight : undefined}
        aria-current={link.isCurrent || undefined}
        onChoose={onChoose}
      >
        {link.label}
      </AddressLink>
    ))}
  </nav>
);

/** Links to other answers of the same view. */
export const Tabs = (links: LinksProps) => (
  <div className={styles['tabs']}>
    <Links {...links} />
  </div>
);
