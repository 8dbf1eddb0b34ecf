import type { BehaviourReport } from '#shared/growth';
import { wilson } from '#shared/statistics';
import type { Earlier } from '../api/use-compared.ts';
import { Chart } from '../charts/chart.tsx';
import { peopleCell } from '../ui/table-cells.ts';
import { commonWords, trafficWords } from '../words/console-messages.ts';

const words = trafficWords.depth;

export interface BehaviourProps {
  data: BehaviourReport;
  before: Earlier<BehaviourReport> | null;
}

/** Shows which share of the visitors scrolled how far, as a curve that falls down the page. */
export const ScrollDepth = ({ data: { people, scroll }, before }: BehaviourProps) => (
  <Chart
    caption={words.heading}
    rowName={words.name}
    form="line"
    measure="share"
    series={[{ key: 'share', label: commonWords.sources.share, tone: 'ink' }]}
    rows={scroll.map(({ percent, people: reached }, index) => {
      const label = percent === 100 ? words.end : words.to({ percent: `${percent}` });
      const then = before ? (before.scroll[index]?.people ?? 0) : undefined;
      return {
        key: `${percent}`,
        label,
        shortLabel: label,
        values: { share: people > 0 ? reached / people : null },
        band: people > 0 ? wilson(reached, people) : null,
        more: [peopleCell(reached, then, before?.share)],
      };
    })}
    moreHead={[commonWords.sources.people]}
  />
);
