import type { DayFigures, DaysReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import { growthTraffic as words } from '../../content/growth/traffic.ts';
import { BarChart, type ChartRow, type Series } from './bar-chart.tsx';
import { toBuckets } from './buckets.ts';
import { formatCount, formatShare } from './figures.ts';
import { Empty, Figures, Panel } from './panel.tsx';
import { RangePicker } from './range-picker.tsx';
import { Ranking } from './ranking.tsx';
import { rangeRoute } from './report-route.ts';
import styles from './traffic-view.module.css';
import type { ViewProps } from './use-address.ts';
import { useReport } from './use-report.ts';
import { ViewHeading } from './view-heading.tsx';

const SIGNUPS: readonly Series[] = [
  { key: 'notifyme', label: words.series.notifyme, tone: 'standby' },
  { key: 'beta', label: words.series.beta, tone: 'on-air' },
];
const PAGES: readonly Series[] = [{ key: 'pages', label: words.series.pages, tone: 'ink' }];
const CONSENTS: readonly Series[] = [
  { key: 'grants', label: words.series.grants, tone: 'ink' },
  { key: 'refusals', label: words.series.refusals, tone: 'faint' },
];

export function TrafficView({ address, change }: ViewProps) {
  const now = Date.now();
  const days = useReport<DaysReport>(rangeRoute('days', address, now));
  const traffic = useReport<Traffic>(rangeRoute('traffic', address, now));
  const restart = () => change({ range: { last: 30 } });
  return (
    <>
      <ViewHeading heading={words.heading}>
        <RangePicker range={address.range} change={change} />
      </ViewHeading>
      <Panel report={days} tall onRestart={restart}>
        {(data) => <Days {...data} />}
      </Panel>
      <Panel report={traffic} onRestart={restart}>
        {(data) => <Names {...data} />}
      </Panel>
    </>
  );
}

function Days({ days, pages }: DaysReport) {
  const sum = (of: (day: DayFigures) => number) => days.reduce((all, day) => all + of(day), 0);
  const [notifyme, beta] = [sum((day) => day.signups.notifyme), sum((day) => day.signups.beta)];
  const [grants, refusals] = [sum((day) => day.grants), sum((day) => day.refusals)];
  const [served, withdrawals] = [sum((day) => day.pages), sum((day) => day.withdrawals)];
  const { unit, buckets } = toBuckets(days);
  const rowsOf = (values: (day: DayFigures) => Record<string, number>, more?: MoreOf): ChartRow[] =>
    buckets.map(({ days: own, ...labels }) => {
      const total: Record<string, number> = {};
      for (const day of own)
        for (const [key, value] of Object.entries(values(day)))
          total[key] = (total[key] ?? 0) + value;
      return { ...labels, values: total, ...(more && { more: more(total, own) }) };
    });
  const chart = { unit: unit === 'day' ? words.day : words.weekOf };
  const { figures, charts, empty } = words;
  return (
    <>
      <Figures
        figures={[
          { label: figures.pages, value: formatCount(served) },
          {
            label: figures.signups,
            value: formatCount(notifyme + beta),
            note: figures.signupsNote(formatCount(notifyme), formatCount(beta)),
          },
          {
            label: figures.consent,
            value: formatShare(grants, grants + refusals),
            note:
              grants + refusals === 0
                ? figures.consentNone
                : figures.consentNote(formatCount(grants), formatCount(grants + refusals)),
          },
          {
            label: figures.withdrawals,
            value: formatCount(withdrawals),
            note: figures.withdrawalsNote,
          },
        ]}
      />
      <div className={styles['charts']}>
        {notifyme + beta === 0 ? (
          <Empty heading={charts.signups[unit]}>{empty.signups}</Empty>
        ) : (
          <BarChart
            {...chart}
            caption={charts.signups[unit]}
            series={SIGNUPS}
            rows={rowsOf(({ signups }) => signups)}
          />
        )}
        {served === 0 ? (
          <Empty heading={charts.pages[unit]}>{empty.pages}</Empty>
        ) : (
          <BarChart
            {...chart}
            caption={charts.pages[unit]}
            series={PAGES}
            rows={rowsOf((day) => ({ pages: day.pages }))}
          />
        )}
        {grants + refusals === 0 ? (
          <Empty heading={charts.consents[unit]}>{empty.consents}</Empty>
        ) : (
          <div className={styles['noted']}>
            <BarChart
              {...chart}
              caption={charts.consents[unit]}
              series={CONSENTS}
              rows={rowsOf((day) => ({ grants: day.grants, refusals: day.refusals }), consentRate)}
              moreHead={[words.series.rate, words.series.withdrawals]}
            />
            <p>{words.consentNote}</p>
          </div>
        )}
        {pages.length === 0 ? (
          <Empty heading={words.paths.heading}>{empty.paths}</Empty>
        ) : (
          <Ranking
            heading={words.paths.heading}
            name={words.paths.path}
            columns={[{ label: words.paths.count, isRanked: true }]}
            rows={pages.map(({ path, count }) => ({
              name: path,
              values: [count],
              cells: [formatCount(count)],
            }))}
          />
        )}
      </div>
    </>
  );
}

type MoreOf = (total: Readonly<Record<string, number>>, days: readonly DayFigures[]) => string[];

const consentRate: MoreOf = ({ grants = 0, refusals = 0 }, days) => [
  formatShare(grants, grants + refusals),
  formatCount(days.reduce((sum, { withdrawals }) => sum + withdrawals, 0)),
];

function Names({ events, sources }: Traffic) {
  const { empty } = words;
  return (
    <div className={styles['charts']}>
      {events.length === 0 ? (
        <Empty heading={words.events.heading}>{empty.events}</Empty>
      ) : (
        <Ranking
          heading={words.events.heading}
          name={words.events.name}
          columns={[{ label: words.events.count, isRanked: true }, { label: words.events.people }]}
          rows={events.map(({ name, count, people }) => ({
            name,
            values: [count, people],
            cells: [formatCount(count), formatCount(people)],
          }))}
        />
      )}
      {sources.length === 0 ? (
        <Empty heading={words.sources.heading}>{empty.sources}</Empty>
      ) : (
        <Ranking
          heading={words.sources.heading}
          name={words.sources.source}
          columns={[
            { label: words.sources.people, isRanked: true },
            { label: words.sources.events },
            { label: words.sources.signups },
            { label: words.sources.rate },
          ]}
          rows={sources.map(({ source, people, events: count, signups }) => ({
            name: source ?? words.sources.none,
            values: [people],
            cells: [
              formatCount(people),
              formatCount(count),
              formatCount(signups),
              formatShare(signups, people),
            ],
          }))}
        />
      )}
    </div>
  );
}
