import { useState } from 'react';
import type { TailEvent, TailReport } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { usePolled } from '../api/use-polled.ts';
import { formatMoment } from '../charts/format-figures.ts';
import { Empty } from '../ui/panel.tsx';
import styles from './live-view.module.css';
import { growthLive } from './words.ts';

const words = growthLive.tail;
const EVERY_MS = 3_000;

/**
 * Shows the latest events, fetched every few seconds. The list is as long as the server's answer, so it
 * does not grow.
 */
export function Tail() {
  const [isOn, setIsOn] = useState(true);
  const { data, failure, retry } = usePolled<TailReport>('tail', EVERY_MS, isOn);
  const state = failure !== null ? words.lost : isOn ? words.live : words.paused;
  return (
    <section className={styles['section']} aria-labelledby="tail">
      <div className={styles['bar']}>
        <h2 id="tail">{words.heading}</h2>
        <p className={styles['state']} data-live={isOn && failure === null}>
          {state}
        </p>
        <Button
          variant="quiet"
          size="small"
          label={isOn ? words.pause : words.go}
          onClick={() => {
            setIsOn(!isOn);
            if (!isOn) retry();
          }}
        />
      </div>
      <p className={styles['off']}>{words.lead}</p>
      {data && data.events.length === 0 && <Empty>{words.empty}</Empty>}
      {data && data.events.length > 0 && <Events events={data.events} />}
    </section>
  );
}

function Events({ events }: { events: readonly TailEvent[] }) {
  const now = Date.now();
  const head = [words.time, words.event, words.details, words.where, words.source, words.visitor];
  return (
    <table className={styles['tail']}>
      <caption className="visually-hidden">{words.heading}</caption>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.seq}>
            <td>
              <time dateTime={event.occurredAt}>{formatMoment(event.occurredAt, now)}</time>
            </td>
            <td className={styles['name']}>{event.name}</td>
            <td>{Object.values(event.properties).map(String).join(' · ') || '–'}</td>
            <td>{[event.path, event.viewport].filter(Boolean).join(' · ') || '–'}</td>
            <td>{event.source ?? event.referrerHost ?? '–'}</td>
            <td>{event.visitor}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
