import { type ReactNode, useState } from 'react';
import type { EventName } from '#shared/events';
import type { TailEvent, TailReport } from '#shared/growth';
import { LANGUAGES, prefixOf } from '#shared/site-languages';
import { nameOfGroup, nameOfLanguage } from '#shared/value-name';
import type { ViewProps } from '../address/use-address.ts';
import { useReport } from '../api/use-report.ts';
import { formatMoment, nameOfZone } from '../charts/format-axis.ts';
import blocks from '../ui/block.module.css';
import { Dot, DotWords } from '../ui/dot.tsx';
import { Empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { HeadEnd, ViewHeading } from '../ui/view-heading.tsx';
import { commonWords, liveWords } from '../words/console-messages.ts';
import styles from './live-view.module.css';
import {
  ageOf,
  didNothing,
  groupsOf,
  inLargestUnit,
  lengthOf,
  stepsOf,
  type VisitGroup,
  visitsOf,
} from './live-visits.ts';

const words = liveWords.visits;
const SECTIONS: Readonly<Record<string, string>> = words.sections;
const HOMES = LANGUAGES.map((language) => prefixOf(language) || '/');
const DEVICES: Readonly<Record<string, string>> = words.devices;

/** Shows the visits of the latest events, fetched every few seconds. The list is as long as the server's answer. */
export function LiveView({ address: { zone } }: ViewProps) {
  const [isOn, setIsOn] = useState(true);
  const report = useReport<TailReport>('tail', isOn ? 3_000 : 0);
  const { data, failure, retry } = report;
  const now = Date.now();
  const visits = visitsOf(data?.events ?? []);
  const latest = visits.length > 0 ? ageOf(visits, now) : null;
  const age = latest?.text ? words.last({ age: latest.text }) : words.justNow;
  const known = latest ? age : data && words.none;
  const isTrue = isOn && failure === null;
  const said = isTrue ? known : isOn ? words.lost : words.paused;
  const isLit = isTrue && latest?.isLit === true;
  return (
    <>
      <ViewHeading heading={commonWords.views.live} says={{ data, loading: false, failure: null }}>
        <SmallButton
          label={isOn ? words.pause : words.go}
          onClick={() => {
            setIsOn(!isOn);
            if (!isOn) retry();
          }}
        />
        <p className={styles['state']} data-lit={isLit}>
          {said && <DotWords state={isLit ? 'on' : 'off'}>{said}</DotWords>}
        </p>
        <HeadEnd />
      </ViewHeading>
      {data === null && <Panel report={report}>{() => null}</Panel>}
      {data && !latest && <Empty>{words.empty}</Empty>}
      <ol className={styles['visits']} aria-label={words.heading} data-waiting={data === null}>
        {groupsOf(visits, now, zone).map((group) => (
          <VisitRow key={group.at(-1)?.[0].seq} visits={group} now={now} zone={zone} />
        ))}
      </ol>
      {latest && <p className={blocks['quiet']}>{words.limit({ zone: nameOfZone(zone) })}</p>}
    </>
  );
}

/** A visit: its path and how long it took, where the visitor came from, and when. Several that only scrolled are one row. */
function VisitRow(props: { visits: VisitGroup; now: number; zone: string }) {
  const { visits, now, zone } = props;
  const [visit] = visits;
  const [{ occurredAt, viewport, language }] = visit;
  const signup = visit.find(({ properties }) => properties['event_label'] === 'success');
  const { isLit } = ageOf([visit], now);
  const isQuiet = !isLit && didNothing(visit);
  // What is done again at once is one step.
  const did = isQuiet
    ? [words.quiet(visits.length)]
    : stepsOf(visit)
        .flatMap((event, index, all) => [...namedPage(event, all[index - 1]), didWhat(event)])
        .filter((step, index, all) => step !== all[index - 1]);
  const stepOf = (step: string): ReactNode => (step === words.did.success ? <b>{step}</b> : step);
  const sources = visits.map(([{ source, referrerHost: host }]) =>
    source === null && host ? words.from({ host }) : nameOfGroup('utm_source', source),
  );
  const about = [[...new Set(sources)].join(', ')];
  if (!isQuiet) about.push(DEVICES[viewport ?? ''] ?? '', language ? nameOfLanguage(language) : '');
  return (
    <li data-quiet={isQuiet}>
      <Dot state={signup ? 'done' : isLit ? 'on' : 'off'} />
      <p>
        {did.map(stepOf).reduce((path, step) => (
          <>
            {path}
            <span>{'\u00a0→ '}</span>
            {step}
          </>
        ))}
        {!isQuiet && <small>, {inLargestUnit(lengthOf(visit)) || words.short}</small>}
        {isLit && <small> {commonWords.chart.soFar}</small>}
      </p>
      <span>{about.filter(Boolean).join('\u00a0· ')}</span>
      <time dateTime={occurredAt}>{formatMoment(occurredAt, now, zone)}</time>
    </li>
  );
}

/** Names the page that somebody came to. Most begin on a home page, which needs no name. */
const namedPage = ({ path }: TailEvent, before: TailEvent | undefined): string[] =>
  path === null || path === before?.path || (!before && HOMES.includes(path)) ? [] : [path];

type Say = (of: (property: string) => string) => string;

/** What somebody did, in words; `of` returns a property as text. */
const DID: Readonly<Record<EventName, Say>> = {
  section_view: (of) => SECTIONS[of('section_name')] ?? of('section_name'),
  scroll: (of) => words.did.scroll({ percent: of('percent_scrolled') }),
  button_click(of) {
    const [button, place] = [of('button_name'), of('click_location')];
    return place
      ? words.did.buttonIn({ button, place: nameOfGroup('click_location', place) })
      : words.did.button({ button });
  },
  form_submit(of) {
    const outcome = of('event_label');
    return outcome === 'success' || outcome === 'duplicate' ? words.did[outcome] : words.did.failed;
  },
};

/** An event that no page of this site sends keeps its name. */
function didWhat({ name, properties }: TailEvent): string {
  return Object.hasOwn(DID, name)
    ? DID[name as EventName]((property) => String(properties[property] ?? ''))
    : [name, ...Object.values(properties)].join(' ');
}
