import type { Access, FiguresReport, FormsReport, ProblemsReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import { periodBefore, type Span, startOfDay } from '#shared/time-buckets';
import { wholeOf } from '#shared/totals';
import { DEFAULT_RANGE, rangeOf } from '../address/time-range.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { reportRoute } from '../api/report-route.ts';
import { useCompared } from '../api/use-compared.ts';
import { usePolled } from '../api/use-polled.ts';
import { useReport } from '../api/use-report.ts';
import { Panel } from '../ui/panel.tsx';
import { beforeNameOf, nameOf, RangePicker } from '../ui/range-picker.tsx';
import { TooEarly, ViewHeading } from '../ui/view-heading.tsx';
import { growthText } from '../words.ts';
import { Alerts } from './alerts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HourAndDay } from './hour-and-day.tsx';
import { Notes } from './notes.tsx';
import styles from './overview.module.css';
import { PeriodFigures } from './period-figures.tsx';
import { Delivery, Problems } from './state.tsx';
import { growthOverview as words } from './words.ts';

const EVERY_MS = 30_000;

/** The first view after signing in: now and today, the chosen period, and what is wrong. */
export function OverviewView({ address, change }: ViewProps) {
  const inToday = { ...address, range: 'today', unit: '' } as const;
  const inHour = { ...address, range: '60m', unit: '' } as const;
  const today = useCompared<FiguresReport>('figures', inToday);
  const hour = useCompared<FiguresReport>('figures', inHour, [], sameTimeYesterday);
  const figures = useCompared<FiguresReport>('figures', address);
  const channels = useCompared<Traffic>('traffic', address);
  const forms = useCompared<FormsReport>('forms', address);
  const problems = usePolled<ProblemsReport>('problems', EVERY_MS);
  const restart = () => change({ range: DEFAULT_RANGE, unit: '' });
  // With access to figures only, today has none until 00:16.
  const first = today.isTooEarly ? hour : today;
  const isQuiet = isNothing(first.report.data) && isNothing(figures.report.data);
  // A short range without anything does not mean that nothing was ever counted.
  const year = { ...address, range: '365', unit: '' } as const;
  const ever = useReport<FiguresReport>(
    isQuiet ? (now) => reportRoute('figures', year, rangeOf(year, now, 'figures')) : null,
  );
  const isEmpty = isQuiet && isNothing(ever.data);

  return (
    <>
      <ViewHeading heading={words.heading} about={{ address: inHour, figures: hour }} />
      <Panel report={problems}>{(data) => <Problems {...data} />}</Panel>
      <Alerts zone={address.zone} />
      {isEmpty && <FirstSteps />}
      <Panel report={first.report} tall={!isEmpty && !today.isTooEarly}>
        {() => !isEmpty && <HourAndDay address={inToday} hour={hour} today={today} />}
      </Panel>
      {!isEmpty && (
        <section className={styles['section']} aria-labelledby="period">
          <div className={styles['bar']}>
            <div className={styles['title']}>
              <h2 id="period">{nameOf(address)}</h2>
              {figures.before && <small>{growthText.change.was(beforeNameOf(address))}</small>}
            </div>
            <RangePicker address={address} change={change} />
          </div>
          {figures.isTooEarly && <TooEarly address={address} figures={figures} />}
          <Panel report={figures.report} onRestart={restart}>
            {(data) => (
              <PeriodFigures
                address={address}
                figures={figures}
                channels={channels}
                data={data}
                forms={forms}
              />
            )}
          </Panel>
        </section>
      )}
      <Notes zone={address.zone} />
      <Delivery />
    </>
  );
}

/** The last sixty minutes are compared with the same ones yesterday. */
function sameTimeYesterday(address: ViewAddress, now: number, access: Access): Span {
  const { from, to } = rangeOf(address, now, access);
  const yesterday = periodBefore({ from: startOfDay(to, address.zone), to }, address.zone);
  return { from: yesterday.to - (to - from), to: yesterday.to };
}

function isNothing(report: FiguresReport | null): boolean {
  if (report === null) return false;
  const { pages, signups, answers } = wholeOf(report);
  return pages + signups + answers === 0;
}
