import { useContext, useEffect, useState } from 'react';
import type { EventName } from '#shared/events';
import { formatCount } from '#shared/format-figures';
import type { TailEvent, TailReport, ViewedEvent } from '#shared/growth';
import { QUARTER_MS } from '#shared/time';
import { Button } from '../../ui/button.tsx';
import { usePolled } from '../api/use-polled.ts';
import { formatClock, formatMoment } from '../charts/format-axis.ts';
import { AccessContext } from '../session/access.ts';
import { Empty } from '../ui/panel.tsx';
import { placeOf } from '../ui/place-of.ts';
import { liveWords } from '../words/console-messages.ts';
import { ageOf, byTime, isLastQuarter } from './last-event.ts';
import styles from './live-view.module.css';

const words = liveWords.tail;
const EVERY_MS = 3_000;
/** Somebody with access to figures only gets new events once for each quarter of an hour. */
const VIEWED_EVERY_MS = 30_000;

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
  const seesPeople = useContext(AccessContext) === 'people';
  const everyMs = seesPeople ? EVERY_MS : VIEWED_EVERY_MS;
  const { data, failure, retry } = usePolled<TailReport>('tail', everyMs, isOn);
  const summary = data?.summary ?? null;
  useEffect(() => onSummary(summary), [onSummary, summary]);
  const now = Date.now();
  const events = data?.events ?? [];
  const exact = byTime(events.filter((event) => 'seq' in event));
  const viewed = events.filter((event) => 'arrivedAt' in event);
  const rows = seesPeople
    ? exact.map((event) => exactRow(event, now, zone))
    : viewed.map((event, index) => viewedRow(event, index, now, zone));
  const latest = seesPeople ? lastExact(exact[0], now) : lastViewed(viewed[0], now, zone);
  const known = latest?.text ?? (data && words.none);
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
        {words.lead} {seesPeople ? words.ids : words.viewed}
      </p>
      {data && !latest && (
        <Empty>
          {words.empty} {seesPeople && words.appears}
        </Empty>
      )}
      {latest && <Events rows={rows} seesPeople={seesPeople} zone={zone} />}
    </section>
  );
}

interface Row {
  key: number;
  at: string;
  /** The time as people read it. */
  time: string;
  /** Who did what, in words. */
  did: string;
  /** Where it happened and the visitor, or how many people. */
  context: readonly (string | null)[];
}

const exactRow = (event: TailEvent, now: number, zone: string): Row => ({
  key: event.seq,
  at: event.occurredAt,
  time: formatMoment(event.occurredAt, now, zone),
  did: said(event),
  context: [joined([event.path, event.viewport, event.language]), event.visitor],
});

const viewedRow = (event: ViewedEvent, key: number, now: number, zone: string): Row => ({
  key,
  at: event.arrivedAt,
  time: Object.values(quarterOf(event, now, zone)).join('–'),
  did: words.people({ did: didWhat(event) }),
  context: [formatCount(event.people)],
});

function said(event: TailEvent): string {
  const [source, did] = [event.source ?? event.referrerHost, didWhat(event)];
  return source ? words.somebodyFrom({ source, did }) : words.somebody({ did });
}

/** Returns when the quarter of an hour of an event started and ended. */
const quarterOf = ({ arrivedAt }: ViewedEvent, now: number, zone: string) => ({
  from: formatMoment(arrivedAt, now, zone, false),
  to: formatClock(Date.parse(arrivedAt) + QUARTER_MS, zone),
});

/** Returns when the latest event was, and whether the lamp is lit. */
function lastExact(event: TailEvent | undefined, now: number) {
  if (!event) return null;
  const { text, isLit } = ageOf(event, now);
  return { text: words.last({ age: text }), isLit };
}

const lastViewed = (event: ViewedEvent | undefined, now: number, zone: string) =>
  event
    ? {
        text: words.lastBetween(quarterOf(event, now, zone)),
        isLit: isLastQuarter(event.arrivedAt, now),
      }
    : null;

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
  rows: readonly Row[];
  seesPeople: boolean;
  /** Times are shown in this time zone. */
  zone: string;
}

function Events({ rows, seesPeople, zone }: EventsProps) {
  const head = [words.time({ zone: placeOf(zone) }), words.event];
  const contextHead = seesPeople ? [words.where, words.visitor] : [words.count];
  return (
    <table className={styles['tail']} data-viewed={!seesPeople}>
      <caption className="visually-hidden">{words.heading}</caption>
      <thead>
        <tr>
          {[...head, ...contextHead].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, at, time, did, context }) => (
          <tr key={key}>
            <td>
              <time dateTime={at}>{time}</time>
            </td>
            <td className={styles['name']}>{did}</td>
            {contextHead.map((title, index) => (
              <td key={title}>{context[index] ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const joined = (values: readonly (string | null)[]) => values.filter(Boolean).join(' · ') || null;
