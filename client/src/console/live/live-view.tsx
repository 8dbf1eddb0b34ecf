import type { ViewProps } from '../address/use-address.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import { Delivery } from './delivery.tsx';
import styles from './live-view.module.css';
import { Tail } from './tail.tsx';
import { growthLive as words } from './words.ts';

export function LiveView({ address: { zone } }: ViewProps) {
  return (
    <>
      <ViewHeading heading={words.heading} />
      <div className={styles['live']}>
        <Delivery zone={zone} />
        <Tail zone={zone} />
      </div>
    </>
  );
}
