import { useContext, useState } from 'react';
import type { TailEvent, TailReport } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { usePolled } from '../api/use-polled.ts';
import { formatMoment } from '../charts/format-figures.ts';
import { AccessContext } from '../session/access.ts';
import { Empty } from '../ui/panel.tsx';
import { growthText } from '../words.ts';
import { ageOf, byTime } from './last-event.ts';
import styles from './live-view.module.css';
import { growthLive } from './words.ts';

const words = growthLive.tail;
const EVERY_MS = 3_000;

/**
 * Shows the latest events, fetched every few seconds. The list is as long as the server's answer, so it
 * does not grow.
 */
export function Tail({ zone }: { zone: string }) {
  const [isOn, setIsOn] = useState(true);
  const { data, failure, retry } = usePolled<TailReport>('tail', EVERY_MS, isOn);
  const seesPeople = useContext(AccessContext) === 'people';
  const events = byTime(data?.events ?? []);
  const [latest] = events;
  const age = latest && ageOf(latest, Date.now());
  const known = age ? words.last(age.text) : data && words.none;
  const state = failure !== null ? words.lost : isOn ? known : words.paused;
  return (
    <section className={styles['section']} aria-labelledby="tail">
      <div className={styles['bar']}>
        <h2 id="tail">{words.heading}</h2>
        <p className={styles['state']} data-lit={isOn && failure === null && age?.isLit === true}>
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
      <p className={styles['off']}>
        {words.lead} {seesPeople && words.ids}
      </p>
      {data && !latest && <Empty>{words.empty}</Empty>}
      {latest && <Events events={events} seesPeople={seesPeople} zone={zone} />}
    </section>
  );
}

interface EventsProps {
  events: readonly TailEvent[];
  seesPeople: boolean;
  /** Times are shown in this time zone. */
  zone: string;
}

function Events({ events, seesPeople, zone }: EventsProps) {
  const now = Date.now();
  const head = [
    words.time(growthText.range.place(zone)),
    words.event,
    words.details,
    words.where,
    words.source,
  ];
  if (seesPeople) head.push(words.visitor);
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
        {events.map((event, index) => (
          <tr key={event.seq ?? index}>
            <td>
              <time dateTime={event.occurredAt}>
                {formatMoment(event.occurredAt, now, zone, seesPeople)}
              </time>
            </td>
            <td className={styles['name']}>{event.name}</td>
            <td>{Object.values(event.properties).map(String).join(' · ') || '–'}</td>
            <td>
              {[event.path, event.viewport, event.language].filter(Boolean).join(' · ') || '–'}
            </td>
            <td>{event.source ?? event.referrerHost ?? '–'}</td>
            {seesPeople && <td>{event.visitor}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
