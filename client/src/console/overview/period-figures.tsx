import type { FiguresReport, FunnelReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import type { Report } from '../api/use-report.ts';
import { formatCount } from '../charts/format-figures.ts';
import { ConsentNote } from '../ui/consent-note.tsx';
import { Empty, Figures, Panel } from '../ui/panel.tsx';
import { Ranking } from '../ui/ranking.tsx';
import { SourceRanking } from '../ui/source-ranking.tsx';
import { figuresOf } from './figures-of.ts';
import styles from './overview.module.css';
import { growthOverview as words } from './words.ts';

interface PeriodFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  channels: Compared<Traffic>;
  form: Report<FunnelReport>;
  data: FiguresReport;
}

/** Shows the chosen period: who agreed, which channels bring signups, and what became of the forms. */
export function PeriodFigures({ address, figures, channels, form, data }: PeriodFiguresProps) {
  return (
    <>
      <Figures figures={figuresOf(data, figures.before, address.zone)} />
      <div className={styles['section']}>
        <ConsentNote answers={data.buckets} />
        <div className={styles['now']}>
          <Panel report={channels.report}>
            {(traffic) => (
              <SourceRanking heading={words.channels} data={traffic} before={channels.before} />
            )}
          </Panel>
          <Panel report={form}>{(funnel) => <Forms funnel={funnel} />}</Panel>
        </div>
      </div>
    </>
  );
}

/** The second step of the funnel `form`: a form was sent, whatever became of it. */
const SENT = 1;

function Forms({ funnel }: { funnel: FunnelReport }) {
  const rows = funnel.breakdown
    .filter(({ value, steps }) => value !== null && (steps[SENT]?.count ?? 0) > 0)
    .map(({ value, steps }) => {
      const count = steps[SENT]?.count ?? 0;
      const name = words.outcomes[value ?? ''] ?? value ?? '';
      return { key: name, name, cells: [{ value: count, shown: formatCount(count) }] };
    });
  if (rows.length === 0) return <Empty heading={words.form.heading}>{words.form.empty}</Empty>;
  return (
    <Ranking
      heading={words.form.heading}
      name={words.form.outcome}
      columns={[{ label: words.form.people }]}
      rows={rows}
    />
  );
}
