import type { ComponentPropsWithRef } from 'react';
import styles from './text-button.module.css';

/** A button that looks like the text around it. */
export const TextButton = (props: ComponentPropsWithRef<'button'>) => (
  <button type="button" className={styles['plain']} {...props} />
);
