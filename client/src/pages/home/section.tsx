import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './section.module.css';

interface SectionProps {
  id: string;
  heading: string;
  intro?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Section({ id, heading, intro, className, children }: SectionProps) {
  return (
    <section id={id} className={cx(styles['section'], className)} aria-labelledby={`${id}-heading`}>
      <div className={styles['head']}>
        <h2 id={`${id}-heading`} className={styles['heading']}>
          {heading}
        </h2>
        {intro && <p className={styles['intro']}>{intro}</p>}
      </div>
      {children}
    </section>
  );
}
