import type { BehaviourReport } from '#shared/growth';
import type { Earlier } from '../api/use-compared.ts';
import { Table } from '../ui/table.tsx';
import { peopleCell, rateCell, unitColumn } from '../ui/table-cells.ts';
import { commonWords, trafficWords } from '../words/console-messages.ts';

const words = trafficWords.depth;
const sources = commonWords.sources;

interface ScrollDepthProps {
  data: BehaviourReport;
  before: Earlier<BehaviourReport> | null;
}

/** Shows which share of the visitors scrolled how far, as bars that get shorter down the page. */
export const ScrollDepth = ({ data: { people, scroll }, before }: ScrollDepthProps) => (
  <Table
    heading={words.heading}
    name={words.name}
    columns={[{ ...unitColumn(sources.people), hasChange: true }, { label: sources.share }]}
    rows={scroll.map(({ percent, people: reached }, index) => {
      const then = before?.scroll[index]?.people ?? 0;
      return {
        key: `${percent}`,
        name: percent === 100 ? words.end : words.to({ percent: `${percent}` }),
        cells: [
          peopleCell(reached, before ? then : undefined, before?.share),
          rateCell(
            { successes: reached, trials: people },
            before ? { successes: then, trials: before.people } : undefined,
          ),
        ],
      };
    })}
  />
);
