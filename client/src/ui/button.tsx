import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** `notify` is green, `beta` orange; `quiet` is everything that is not a call to action. */
  variant?: 'notify' | 'beta' | 'quiet' | 'solid';
  label: string;
  size?: 'small' | 'regular' | 'large';
  /** The label of the button's other state, shown while busy. The button keeps the width of the longer one. */
  otherLabel?: string;
  busy?: boolean;
  /** The state of the button's path to sign up, as a dot before the label. Without it there is no dot. */
  done?: boolean;
}

/** A link that looks like a large button. */
export const buttonLink = (variant: 'notify' | 'beta' | 'quiet' | 'solid') =>
  cx(styles['button'], styles[variant], styles['large']);

export function Button(props: ButtonProps) {
  const { variant = 'quiet', size = 'regular', busy = false, ...given } = props;
  const { label, otherLabel, done, className, ...rest } = given;
  const shown = busy && otherLabel ? otherLabel : label;
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles['button'], styles[variant], styles[size], className)}
      aria-busy={busy || undefined}
    >
      <span className={styles['sizer']} data-other={shown === label ? otherLabel : label}>
        {/* A new element for each label: Chromium counts centred text that gets shorter as a layout shift. */}
        <span key={shown} className={styles['label']}>
          {done !== undefined && <span className="dot" data-done={done} />}
          {shown}
        </span>
      </span>
    </button>
  );
}
