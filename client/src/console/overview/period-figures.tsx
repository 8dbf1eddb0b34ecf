import { formatCount } from '#shared/format-figures';
import type { FiguresReport, FormsReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import type { ViewProps } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared, Earlier } from '../api/use-compared.ts';
import { FigureChart } from '../traffic/figure-chart.tsx';
import { figuresOf } from '../ui/figures-of.ts';
import { Empty, Figures, Panel, waitingFor } from '../ui/panel.tsx';
import { SourceTable } from '../ui/source-table.tsx';
import { Table } from '../ui/table.tsx';
import { peopleCell, rateCell } from '../ui/table-cells.ts';
import { overviewWords as words } from '../words/console-messages.ts';
import styles from './overview.module.css';

interface PeriodFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  data: FiguresReport;
}

/** Shows the chosen period: its figures, signups first, and how signups came in over time. */
export function PeriodFigures({ address, figures, data }: PeriodFiguresProps) {
  const { signups, pages } = figuresOf(data, figures.before, address.zone);
  return (
    <div className={styles['period']}>
      <Figures figures={[signups, pages]} />
      <FigureChart name="signups" address={address} figures={figures} data={data} />
    </div>
  );
}

interface PeriodTablesProps extends Pick<ViewProps, 'change'> {
  channels: Compared<Traffic>;
  forms: Compared<FormsReport>;
}

/** Shows which channels bring signups, and what became of the forms. */
export const PeriodTables = ({ change, channels, forms }: PeriodTablesProps) => (
  <div className={styles['tables']} {...waitingFor(channels.report)}>
    <Panel report={channels.report} onRestart={() => change({ filters: [] })}>
      {(traffic) => (
        <SourceTable
          heading={words.channels}
          data={traffic}
          before={channels.before}
          change={change}
        />
      )}
    </Panel>
    <Panel report={forms.report} onRestart={() => change({ filters: [] })}>
      {(report) => <Forms report={report} before={forms.before} />}
    </Panel>
  </div>
);

interface FormsProps {
  report: FormsReport;
  before: Earlier<FormsReport> | null;
}

function Forms({ report, before }: FormsProps) {
  const { people: sent, outcomes } = report;
  const rows = outcomes
    .map(({ outcome, people }) => {
      const earlier = before?.outcomes.find((one) => one.outcome === outcome)?.people ?? 0;
      const rate = { successes: people, trials: sent };
      const rateBefore = before ? { successes: earlier, trials: before.people } : undefined;
      return {
        key: outcome,
        name: words.outcomes[outcome],
        people,
        earlier,
        cells: [
          peopleCell(people, before ? earlier : undefined, before?.share),
          rateCell(rate, rateBefore),
        ],
      };
    })
    .filter(({ people, earlier }) => people + earlier > 0)
    .sort((a, b) => b.people - a.people);
  if (rows.length === 0) return <Empty heading={words.form.heading}>{words.form.empty}</Empty>;
  return (
    <Table
      heading={words.form.heading}
      name={words.form.outcome}
      columns={[{ label: words.form.people }, { label: words.form.share }]}
      rows={rows}
      rest={words.form.all(sent, { people: formatCount(sent) })}
    />
  );
}
