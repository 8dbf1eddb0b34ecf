import { useCallback, useState } from 'react';
import { DEFAULT_RANGE } from '../address/range-in-address.ts';
import { change, type ViewProps } from '../address/use-address.ts';
import type { ReportParams } from '../api/report-route.ts';
import { useCompared } from '../api/use-compared.ts';
import { PickDay } from '../charts/chart-notes.ts';
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
export function OverviewView({ address }: ViewProps) {
  const figures = useCompared('figures', address);
  const funnel = useCompared('funnel', address, FROM_TOP);
  const channels = useCompared('traffic', address);
  const isEmpty = useIsEmpty(address, figures.report);
  const isFiltered = address.filters.length > 0;
  const restart = () => change({ range: DEFAULT_RANGE, unit: '', filters: [] });
  const [day, setDay] = useState('');
  // A press on the day that is chosen lets go of it.
  const toNotes = useCallback((next: string) => setDay((was) => (was === next ? '' : next)), []);

  return (
    <>
      <PeriodHeading
        heading={commonWords.views.overview}
        says={isFiltered ? channels.report : figures.report}
        reports={[figures.report, funnel.report, channels.report]}
      />
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <>
          <FourFigures {...{ figures, funnel, isFiltered }} range={address.range} />
          <div className={styles['trend']} {...waitingFor(figures.report)}>
            <Panel report={figures.report} isUnfiltered={isFiltered} onRestart={restart}>
              {(data) => (
                <PickDay value={toNotes}>
                  <FigureChart name="signups" {...{ address, figures, data }}>
                    <Notes zone={address.zone} period={figures.period} day={day} />
                  </FigureChart>
                </PickDay>
              )}
            </Panel>
            <SignupTimes address={address} figures={figures} />
          </div>
          <Panel report={channels.report} onRestart={() => change({ filters: [] })}>
            {(data) => (
              <SourceTable
                heading={words.channels}
                news={isFiltered ? undefined : data.summary}
                data={data}
                before={channels.before}
              />
            )}
          </Panel>
        </>
      )}
      <PeriodFoot address={address} after={channels.report} figures={figures} consent={figures} />
    </>
  );
}
