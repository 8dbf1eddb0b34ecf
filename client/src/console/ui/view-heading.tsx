import { type ReactNode, useContext } from 'react';
import { endsNow, firstFiguresAt } from '../address/time-range.ts';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { formatMinute } from '../charts/format-figures.ts';
import { AccessContext } from '../session/access.ts';
import { growthText } from '../words.ts';
import styles from './view-heading.module.css';

interface AboutProps {
  address: ViewAddress;
  /** Figures of the address's range. */
  figures: Pick<Compared<unknown>, 'period' | 'isTooEarly'>;
}

interface ViewHeadingProps {
  heading: string;
  lead?: string;
  /** The range and the figures of the view. */
  about?: AboutProps;
  /** The controls of the view. */
  children?: ReactNode;
}

/** Shows what a view is about. */
export const ViewHeading = ({ heading, lead, about, children }: ViewHeadingProps) => (
  <div className={styles['heading']}>
    <div>
      <h1>{heading}</h1>
      {lead && <p>{lead}</p>}
      {about && (about.figures.isTooEarly ? <TooEarly {...about} /> : <UpTo {...about} />)}
    </div>
    {children}
  </div>
);

/** Tells somebody with access to figures only where they end. */
function UpTo({ address, figures: { period } }: AboutProps) {
  if (useContext(AccessContext) === 'people' || !endsNow(address, Date.now())) return null;
  return <p>{growthText.upTo(formatMinute(period.to + 1, address.zone))}</p>;
}

/** Says when a period that has just begun has its first figures. */
export const TooEarly = ({ address: { zone }, figures: { period } }: AboutProps) => (
  <p className={styles['early']}>
    {growthText.tooEarly(formatMinute(firstFiguresAt(period), zone))}
  </p>
);
