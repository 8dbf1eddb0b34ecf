import { Dialog } from 'radix-ui';
import { useFrame } from '../../ports.ts';
import type { Opened } from '../use-lazy.ts';
import { LanguageLinks } from './language-links.tsx';
import styles from './picker.module.css';

/** A dialog that leaves the page usable: its entries are links, and the mobile sheet has loaded its code for the same bytes. */
export function LanguageMenu({ open, onOpenChange, trigger }: Opened) {
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
