import { useEffect, useState } from 'react';
import type { EventName } from '#shared/events';
import type { TailEvent, TailReport } from '#shared/growth';
import { nameOfGroup } from '#shared/value-name';
import { usePolled } from '../api/use-polled.ts';
import { formatMoment } from '../charts/format-axis.ts';
import { Empty } from '../ui/panel.tsx';
import { placeOf } from '../ui/place-of.ts';
import { SmallButton } from '../ui/small-button.tsx';
import { liveWords } from '../words/console-messages.ts';
import { ageOf, byTime } from './last-event.ts';
import styles from './live-view.module.css';

const words = liveWords.tail;
const EVERY_MS = 3_000;

interface TailProps {
  zone: string;
  /** Is told what the events say in one sentence. */
  onSummary(summary: string | null): void;
}

/**
 * Shows the latest events, fetched every few seconds. The list is as long as the server's answer, so it
 * does not grow.
 */
export function Tail({ zone, onSummary }: TailProps) {
  const [isOn, setIsOn] = useState(true);
  const { data, failure, retry } = usePolled<TailReport>('tail', EVERY_MS, isOn);
  const summary = data?.summary ?? null;
  useEffect(() => onSummary(summary), [onSummary, summary]);
  const now = Date.now();
  const events = byTime(data?.events ?? []);
  const latest = events[0] && ageOf(events[0], now);
  const known = latest ? words.last({ age: latest.text }) : data && words.none;
  const state = isOn ? (failure === null ? known : words.lost) : words.paused;
  return (
    <section className={styles['section']} aria-labelledby="tail">
      <div className={styles['bar']}>
        <h2 id="tail">{words.heading}</h2>
        <p
          className={styles['state']}
          data-lit={isOn && failure === null && latest?.isLit === true}
        >
          {state}
        </p>
        <SmallButton
          label={isOn ? words.pause : words.go}
          onClick={() => {
            setIsOn(!isOn);
            if (!isOn) retry();
          }}
        />
      </div>
      <p className={styles['off']}>
        {words.lead} {words.ids}
      </p>
      {data && !latest && (
        <Empty>
          {words.empty} {words.appears}
        </Empty>
      )}
      {latest && <Events events={events} now={now} zone={zone} />}
    </section>
  );
}

function said(event: TailEvent): string {
  const [source, did] = [event.source ?? event.referrerHost, didWhat(event)];
  return source ? words.somebodyFrom({ source, did }) : words.somebody({ did });
}

/** What somebody did, in words; `of` returns a property as text. */
const DID: Readonly<Record<EventName, (of: (property: string) => string) => string>> = {
  section_view: (of) => words.did.section({ section: of('section_name') }),
  scroll: (of) => words.did.scroll({ percent: of('percent_scrolled') }),
  button_click(of) {
    const [button, place] = [of('button_name'), of('click_location')];
    return place ? words.did.buttonIn({ button, place }) : words.did.button({ button });
  },
  form_submit(of) {
    const outcome = of('event_label');
    return outcome === 'success' || outcome === 'duplicate' ? words.did[outcome] : words.did.failed;
  },
};

/** An event that no page of this site sends keeps its name. */
function didWhat({ name, properties }: Pick<TailEvent, 'name' | 'properties'>): string {
  return Object.hasOwn(DID, name)
    ? DID[name as EventName]((property) => String(properties[property] ?? ''))
    : (joined([name, ...Object.values(properties).map(String)]) ?? name);
}

interface EventsProps {
  events: readonly TailEvent[];
  now: number;
  /** Times are shown in this time zone. */
  zone: string;
}

function Events({ events, now, zone }: EventsProps) {
  const head = [words.time({ zone: placeOf(zone) }), words.event, words.where, words.visitor];
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
              <time dateTime={event.occurredAt}>{formatMoment(event.occurredAt, now, zone)}</time>
            </td>
            <td className={styles['name']}>{said(event)}</td>
            <td>{whereOf(event)}</td>
            <td>{event.visitor}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const whereOf = ({ path, viewport, language }: TailEvent) =>
  joined([path, viewport && nameOfGroup('viewport', viewport), language]) ?? '–';

const joined = (values: readonly (string | null)[]) => values.filter(Boolean).join(' · ') || null;
