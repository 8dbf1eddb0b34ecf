import { Dialog } from 'radix-ui';
import type { RefObject } from 'react';
import { useFrame } from '../../ports.ts';
import { LanguageLinks } from './language-links.tsx';
import styles from './picker.module.css';

interface LanguageMenuProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Gets the focus when the menu closes. */
  trigger: RefObject<HTMLButtonElement | null>;
}

/** A dialog that leaves the page usable: its entries are links, and the mobile sheet has loaded its code for the same bytes. */
export function LanguageMenu({ open, onOpenChange, trigger }: LanguageMenuProps) {
  const { navigationText } = useFrame();
  return (
    <Dialog.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Dialog.Content
        className={styles['menu']}
        aria-describedby={undefined}
        onInteractOutside={(event) => {
          // The button itself closes the menu.
          if (trigger.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (document.activeElement === document.body) trigger.current?.focus();
        }}
      >
        <Dialog.Title className={styles['title']}>{navigationText.language}</Dialog.Title>
        <LanguageLinks onFollow={() => onOpenChange(false)} />
      </Dialog.Content>
    </Dialog.Root>
  );
}
