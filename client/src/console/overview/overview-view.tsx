import { useContext, useMemo, useState } from 'react';
import { DEFAULT_RANGE } from '../address/range-in-address.ts';
import type { ViewProps } from '../address/use-address.ts';
import type { ReportParams } from '../api/report-route.ts';
import { useCompared } from '../api/use-compared.ts';
import { ChartActions } from '../charts/chart-notes.ts';
import { FigureChart } from '../traffic/figure-chart.tsx';
import { Panel, waitingFor } from '../ui/panel.tsx';
import { SourceTable } from '../ui/source-table.tsx';
import { PeriodFoot, PeriodHeading } from '../ui/view-heading.tsx';
import { commonWords, overviewWords as words } from '../words/console-messages.ts';
import { FirstSteps, useIsEmpty } from './first-steps.tsx';
import { FourFigures, SignupTimes } from './four-figures.tsx';
import styles from './overview.module.css';
import { Notes } from './team-notes.tsx';

const FROM_TOP: ReportParams = [
  ['preset', 'top'],
  ['breakdown', ''],
];

/** The first view after signing in: how are we doing, in four figures, over time, and by where people came from. */
export function OverviewView({ address, change }: ViewProps) {
  const figures = useCompared('figures', address);
  const funnel = useCompared('funnel', address, FROM_TOP);
  const channels = useCompared('traffic', address);
  const isEmpty = useIsEmpty(address, figures.report);
  const isFiltered = address.filters.length > 0;
  const restart = () => change({ range: DEFAULT_RANGE, unit: '', filters: [] });
  const [day, setDay] = useState('');
  const actions = useContext(ChartActions);
  // A press on the day that is chosen lets go of it.
  const toNotes = useMemo(
    () => ({ ...actions, pickDay: (next: string) => setDay((was) => (was === next ? '' : next)) }),
    [actions],
  );

  return (
    <>
      <PeriodHeading
        heading={commonWords.views.overview}
        says={isFiltered ? channels.report : figures.report}
        reports={[figures.report, funnel.report, channels.report]}
        change={change}
      />
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <>
          <FourFigures {...{ figures, funnel, address, change }} />
          <div className={styles['trend']} {...waitingFor(figures.report)}>
            <Panel report={figures.report} isUnfiltered={isFiltered} onRestart={restart}>
              {(data) => (
                <ChartActions value={toNotes}>
                  <FigureChart name="signups" {...{ address, figures, data }}>
                    <ChartActions value={actions}>
                      <Notes zone={address.zone} period={figures.period} day={day} />
                    </ChartActions>
                  </FigureChart>
                </ChartActions>
              )}
            </Panel>
            <SignupTimes address={address} figures={figures} />
          </div>
          <div {...waitingFor(channels.report)}>
            <Panel report={channels.report} onRestart={() => change({ filters: [] })}>
              {(data) => (
                <SourceTable
                  heading={words.channels}
                  news={isFiltered ? undefined : data.summary}
                  data={data}
                  before={channels.before}
                  change={change}
                />
              )}
            </Panel>
          </div>
        </>
      )}
      <PeriodFoot address={address} after={channels.report} figures={figures} consent={figures} />
    </>
  );
}
