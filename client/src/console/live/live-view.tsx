import { useState } from 'react';
import type { DeliveryReport, TailReport } from '#shared/growth';
import type { ViewProps } from '../address/use-address.ts';
import { usePolled } from '../api/use-polled.ts';
import { Dot } from '../ui/dot.tsx';
import { Empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { liveWords } from '../words/console-messages.ts';
import { Delivery, DeliveryProblem } from './delivery.tsx';
import styles from './live-view.module.css';
import { VisitRow } from './visit-row.tsx';
import { ageOf, visitsOf } from './visits.ts';

const words = liveWords.visits;

/** Shows the visits of the latest events, fetched every few seconds. The list is as long as the server's answer. */
export function LiveView({ address: { zone } }: ViewProps) {
  const [isOn, setIsOn] = useState(true);
  const { data, failure, retry } = usePolled<TailReport>('tail', 3_000, isOn);
  const delivery = usePolled<DeliveryReport>('delivery', 10_000);
  const now = Date.now();
  const visits = visitsOf(data?.events ?? []);
  const latest = visits.length > 0 ? ageOf(visits, now) : null;
  const known = latest ? words.last({ age: latest.text }) : data && words.none;
  const isTrue = isOn && failure === null;
  const isLit = isTrue && latest?.isLit === true;
  return (
    <>
      <ViewHeading heading={liveWords.heading} says={{ data, loading: false, failure: null }}>
        <p className={styles['state']} data-lit={isLit}>
          <Dot state={isLit ? 'on' : 'off'} />
          {isTrue ? known : isOn ? words.lost : words.paused}
        </p>
        <SmallButton
          label={isOn ? words.pause : words.go}
          onClick={() => {
            setIsOn(!isOn);
            if (!isOn) retry();
          }}
        />
      </ViewHeading>
      <DeliveryProblem state={delivery.data} zone={zone} />
      {data && !latest && <Empty>{words.empty}</Empty>}
      <ol className={styles['visits']} aria-label={words.heading} data-waiting={data === null}>
        {visits.map((visit) => (
          <VisitRow key={visit[0].seq} visit={visit} now={now} zone={zone} />
        ))}
      </ol>
      {latest && <p className={styles['quiet']}>{words.limit}</p>}
      {/* Fading its figures every ten seconds would be a nuisance. */}
      <Panel report={{ ...delivery, loading: delivery.data === null }}>
        {(state) => <Delivery state={state} zone={zone} />}
      </Panel>
    </>
  );
}
