import { growthLive as words } from '../../content/growth/live.ts';
import { Delivery } from './delivery.tsx';
import styles from './live-view.module.css';
import { Tail } from './tail.tsx';
import { ViewHeading } from './view-heading.tsx';

export function LiveView() {
  return (
    <>
      <ViewHeading heading={words.heading} />
      <div className={styles['live']}>
        <Delivery />
        <Tail />
      </div>
    </>
  );
}
