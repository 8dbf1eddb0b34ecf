import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  id: string;
  heading: string;
  intro?: string;
  children: ReactNode;
}

export function Section({ id, heading, intro, children }: SectionProps) {
  return (
    // Focusable, so that a link to the section moves the focus there.
    <section id={id} className={styles['section']} tabIndex={-1} aria-labelledby={`${id}-heading`}>
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
