import type { ReactNode } from 'react';
import styles from './view-heading.module.css';

interface ViewHeadingProps {
  heading: string;
  lead?: string;
  /** What the view can be asked. */
  children?: ReactNode;
}

export function ViewHeading({ heading, lead, children }: ViewHeadingProps) {
  return (
    <div className={styles['heading']}>
      <div>
        <h1>{heading}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
