import type { DayFigures, DaysReport } from '#shared/growth';
import { BarChart } from '../charts/bar-chart.tsx';
import type { Series } from '../charts/bar-plot.tsx';
import { toBuckets } from '../charts/buckets.ts';
import { formatCount, formatShare } from '../charts/format-figures.ts';
import { Empty, Figures } from '../ui/panel.tsx';
import { Ranking } from '../ui/ranking.tsx';
import styles from './traffic-view.module.css';
import { growthTraffic as words } from './words.ts';

interface DayChart {
  name: keyof typeof words.charts;
  series: readonly Series[];
  values(day: DayFigures): Record<string, number>;
  /** The columns that only the table shows. */
  more?: { head: readonly string[]; cells(days: readonly DayFigures[]): string[] };
  note?: string;
}

const CHARTS: readonly DayChart[] = [
  {
    name: 'signups',
    series: [
      { key: 'notifyme', label: words.series.notifyme, tone: 'standby' },
      { key: 'beta', label: words.series.beta, tone: 'on-air' },
    ],
    values: ({ signups }) => signups,
  },
  {
    name: 'pages',
    series: [{ key: 'pages', label: words.series.pages, tone: 'ink' }],
    values: ({ pages }) => ({ pages }),
  },
  {
    name: 'consents',
    series: [
      { key: 'grants', label: words.series.grants, tone: 'ink' },
      { key: 'refusals', label: words.series.refusals, tone: 'faint' },
    ],
    values: ({ grants, refusals }) => ({ grants, refusals }),
    more: {
      head: [words.series.rate, words.series.withdrawals],
      cells(days) {
        const { grants, answers, withdrawals } = totalsOf(days);
        return [formatShare(grants, answers), formatCount(withdrawals)];
      },
    },
    note: words.consentNote,
  },
];

/** Shows the site's traffic, in total and day by day. */
export function TrafficDays({ days, pages }: DaysReport) {
  return (
    <>
      <Figures figures={figuresOf(days)} />
      <div className={styles['charts']}>
        {CHARTS.map((chart) => (
          <Chart key={chart.name} chart={chart} days={days} />
        ))}
        {pages.length === 0 ? (
          <Empty heading={words.paths.heading}>{words.empty.paths}</Empty>
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

function Chart({ chart, days }: { chart: DayChart; days: readonly DayFigures[] }) {
  const { name, series, values, more, note } = chart;
  const { unit, buckets } = toBuckets(days);
  const caption = words.charts[name][unit];
  const rows = buckets.map(({ days: own, ...labels }) => ({
    ...labels,
    values: addUp(own.map(values)),
    ...(more && { more: more.cells(own) }),
  }));
  const isEmpty = rows.every((row) => series.every(({ key }) => !row.values[key]));
  if (isEmpty) return <Empty heading={caption}>{words.empty[name]}</Empty>;
  return (
    <div className={styles['noted']}>
      <BarChart
        caption={caption}
        unit={words.units[unit]}
        series={series}
        rows={rows}
        moreHead={more?.head ?? []}
      />
      {note && <p>{note}</p>}
    </div>
  );
}

function addUp(records: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const record of records)
    for (const [key, value] of Object.entries(record)) sums[key] = (sums[key] ?? 0) + value;
  return sums;
}

function totalsOf(days: readonly DayFigures[]) {
  const sum = (of: (day: DayFigures) => number) => days.reduce((all, day) => all + of(day), 0);
  const grants = sum((day) => day.grants);
  return {
    pages: sum((day) => day.pages),
    notifyme: sum((day) => day.signups.notifyme),
    beta: sum((day) => day.signups.beta),
    grants,
    answers: grants + sum((day) => day.refusals),
    withdrawals: sum((day) => day.withdrawals),
  };
}

function figuresOf(days: readonly DayFigures[]) {
  const { pages, notifyme, beta, grants, answers, withdrawals } = totalsOf(days);
  const { figures } = words;
  return [
    { label: figures.pages, value: formatCount(pages) },
    {
      label: figures.signups,
      value: formatCount(notifyme + beta),
      note: figures.signupsNote(formatCount(notifyme), formatCount(beta)),
    },
    {
      label: figures.consent,
      value: formatShare(grants, answers),
      note:
        answers === 0
          ? figures.consentNone
          : figures.consentNote(formatCount(grants), formatCount(answers)),
    },
    {
      label: figures.withdrawals,
      value: formatCount(withdrawals),
      note: figures.withdrawalsNote,
    },
  ];
}
