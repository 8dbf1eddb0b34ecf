import { useState } from 'react';
import type { ViewProps } from '../address/use-address.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import { liveWords as words } from '../words/console-messages.ts';
import { DeliveryPanel } from './delivery.tsx';
import styles from './live-view.module.css';
import { Tail } from './tail.tsx';

export function LiveView({ address: { zone } }: ViewProps) {
  const [summary, setSummary] = useState<string | null>(null);
  return (
    <>
      <ViewHeading
        heading={words.heading}
        says={{ data: { summary }, loading: false, failure: null }}
      />
      <div className={styles['live']}>
        <DeliveryPanel zone={zone} />
        <Tail zone={zone} onSummary={setSummary} />
      </div>
    </>
  );
}
