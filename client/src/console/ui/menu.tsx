import { type FocusEvent, type ReactNode, type ToggleEvent, useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { commonWords as words } from '../words/console-messages.ts';
import styles from './menu.module.css';
import { SmallButton } from './small-button.tsx';

interface MenuProps {
  /** The label of the button that opens it, which says what is chosen. */
  label: string;
  /** The button's name for a screen reader, where its label is a sign. */
  name?: string;
  /** What it is about, where its label says something else. */
  title?: string;
  /** Whether the button is text without a border. */
  isPlain?: boolean;
  /** Whether a wide screen shows its controls in its place. */
  isUnfolded?: boolean;
  /** Whether it opens towards the start of the line. */
  isAtEnd?: boolean;
  className?: string | undefined;
  onOpen?(): void;
  children: ReactNode;
}

/** Controls behind a button: beside it on wide screens, and at the lower edge of a phone. */
export function Menu(props: MenuProps) {
  const { label, name, title, isPlain, isUnfolded, isAtEnd, onOpen, children } = props;
  const id = useId();
  const toggle = ({ newState }: ToggleEvent) => newState === 'open' && onOpen?.();
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget as Node))
      currentTarget.querySelector<HTMLElement>('[popover]')?.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is pressed, the focus leaves it
    <div className={cx(props.className, isUnfolded && styles['unfolded'])} onBlur={leave}>
      <SmallButton
        className={styles['opener']}
        label={label}
        aria-label={name}
        data-opens={!name || undefined}
        data-plain={isPlain}
        popoverTarget={id}
      />
      <div id={id} popover="auto" className={styles['sheet']} data-end={isAtEnd} onToggle={toggle}>
        <p className={styles['head']}>
          <b>{title ?? name ?? label}</b>
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

/** Closes the menu that holds an element, with the one around it. */
export const closeMenu = (inside: Element) =>
  [...document.querySelectorAll<HTMLElement>(':popover-open')]
    .find((menu) => menu.contains(inside))
    ?.hidePopover();
