import { type FocusEvent, type ReactNode, type ToggleEvent, useId } from 'react';
import { commonWords as words } from '../words/console-messages.ts';
import styles from './menu.module.css';
import { SmallButton } from './small-button.tsx';

interface MenuProps {
  /** The label of the button that opens it, which says what is chosen. */
  label: string;
  /** The button's name for a screen reader, where its label is a sign. */
  name?: string;
  /** Whether the button is text without a border. */
  isPlain?: boolean;
  /** Whether it opens towards the start of the line. */
  isAtEnd?: boolean;
  /** Whether paper has its label. */
  isPrinted?: boolean;
  className?: string | undefined;
  onOpen?(): void;
  children: ReactNode;
}

/** Controls behind a button: beside it on wide screens, and at the lower edge of a phone. */
export function Menu(props: MenuProps) {
  const { label, name, isPlain, isAtEnd, isPrinted, className, onOpen, children } = props;
  const id = useId();
  const toggle = (event: ToggleEvent) => {
    if (event.newState === 'open') onOpen?.();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget as Node))
      currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is pressed, the focus leaves it
    <div className={className} onBlur={leave}>
      <SmallButton
        className={styles['opener']}
        label={label}
        aria-label={name}
        data-opens
        data-plain={isPlain}
        data-printed={isPrinted}
        popoverTarget={id}
      />
      <div id={id} popover="auto" className={styles['sheet']} data-end={isAtEnd} onToggle={toggle}>
        <p className={styles['head']}>
          <b>{name ?? label}</b>
          <SmallButton
            data-plain
            label={words.close}
            popoverTarget={id}
            popoverTargetAction="hide"
          />
        </p>
        {children}
      </div>
    </div>
  );
}

/** Closes the menu that holds an element. */
export const closeMenu = (inside: Element) =>
  inside.closest<HTMLElement>(':popover-open')?.hidePopover();
