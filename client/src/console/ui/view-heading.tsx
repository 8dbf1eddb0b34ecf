import type { ReactNode } from 'react';
import styles from './view-heading.module.css';

interface ViewHeadingProps {
  heading: string;
  lead?: string;
  /** The controls of the view. */
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
