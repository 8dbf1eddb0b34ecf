import { formatCount } from '#shared/format-figures';
import type { FiguresReport, FormsReport } from '#shared/growth';
import type { Traffic } from '#shared/reports';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { changesOf } from '../charts/totals.ts';
import { ConsentNote } from '../ui/consent-note.tsx';
import { figuresOf } from '../ui/figures-of.ts';
import { Empty, Figures, Panel } from '../ui/panel.tsx';
import { countCell, Ranking, rateCell } from '../ui/ranking.tsx';
import { SourceRanking } from '../ui/source-ranking.tsx';
import styles from './overview.module.css';
import { growthOverview as words } from './words.ts';

interface PeriodFiguresProps {
  address: ViewAddress;
  figures: Compared<FiguresReport>;
  channels: Compared<Traffic>;
  forms: Compared<FormsReport>;
  data: FiguresReport;
}

/** Shows the chosen period: who agreed, which channels bring signups, and what became of the forms. */
export function PeriodFigures({ address, figures, channels, forms, data }: PeriodFiguresProps) {
  const changes = changesOf(data, figures.before, address.zone);
  return (
    <>
      <Figures figures={Object.values(figuresOf(data, changes))} />
      <div className={styles['tables']}>
        <Panel report={channels.report}>
          {(traffic) => (
            <SourceRanking
              heading={words.channels}
              data={traffic}
              before={channels.before}
              figures={data}
            />
          )}
        </Panel>
        <Panel report={forms.report}>
          {(report) => <Forms report={report} before={forms.before} figures={data} />}
        </Panel>
      </div>
    </>
  );
}

interface FormsProps {
  report: FormsReport;
  before: FormsReport | null;
  figures: FiguresReport;
}

function Forms({ report, before, figures }: FormsProps) {
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
        cells: [countCell(people, before ? earlier : undefined), rateCell(rate, rateBefore)],
      };
    })
    .filter(({ people, earlier }) => people + earlier > 0)
    .sort((a, b) => b.people - a.people);
  if (rows.length === 0) return <Empty heading={words.form.heading}>{words.form.empty}</Empty>;
  return (
    <Ranking
      heading={words.form.heading}
      note={<ConsentNote figures={figures} />}
      name={words.form.outcome}
      columns={[{ label: words.form.people }, { label: words.form.share }]}
      rows={rows}
      rest={words.form.all(formatCount(sent))}
    />
  );
}
