import type { ReactNode } from 'react';
import { SectionHead } from '../../../ui/section-head.tsx';
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
      <SectionHead id={`${id}-heading`} heading={heading} intro={intro} />
      {children}
    </section>
  );
}
