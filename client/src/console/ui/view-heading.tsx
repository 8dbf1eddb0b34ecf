import { type ReactNode, useContext } from 'react';
import type { Span } from '#shared/time-buckets';
import { endsNow, latestTime } from '../address/time-range.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { formatMinute } from '../charts/format-figures.ts';
import { AccessContext } from '../session/access.ts';
import { growthText } from '../words.ts';
import styles from './view-heading.module.css';

interface ViewHeadingProps {
  heading: string;
  lead?: string;
  /** The range and the period of the view's figures. */
  about?: { address: ViewAddress; period: Span };
  /** The controls of the view. */
  children?: ReactNode;
}

/** Shows what a view is about. Somebody with access to figures only is told where they end. */
export function ViewHeading({ heading, lead, about, children }: ViewHeadingProps) {
  const isExact = useContext(AccessContext) === 'people';
  return (
    <div className={styles['heading']}>
      <div>
        <h1>{heading}</h1>
        {lead && <p>{lead}</p>}
        {about &&
          !isExact &&
          endsNow(about.address, latestTime(Date.now(), 'figures')) &&
          about.period.to > 0 && (
            <p>{growthText.upTo(formatMinute(about.period.to + 1, about.address.zone))}</p>
          )}
      </div>
      {children}
    </div>
  );
}
