import type { ComponentPropsWithRef } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './text-button.module.css';

/** A button that looks like the text around it. */
export const TextButton = ({ className, ...props }: ComponentPropsWithRef<'button'>) => (
  <button type="button" className={cx(styles['plain'], className)} {...props} />
);
