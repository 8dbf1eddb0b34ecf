import { formatCount } from '#shared/format-figures';
import type { BehaviourReport } from '#shared/growth';
import { nameOfValue } from '#shared/value-name';
import type { Earlier } from '../api/use-compared.ts';
import { Empty } from '../ui/panel.tsx';
import { Table } from '../ui/table.tsx';
import { countCell, peopleCell, plainCell, rateCell, unitColumn } from '../ui/table-cells.ts';
import { commonWords, trafficWords } from '../words/console-messages.ts';

const words = trafficWords.buttons;
const sources = commonWords.sources;
const PLACES = new Map<string | null, string>(Object.entries(words.places));

interface ButtonTableProps {
  data: BehaviourReport;
  before: Earlier<BehaviourReport> | null;
}

/** Shows who pressed which button, and how often. */
export function ButtonTable({ data, before }: ButtonTableProps) {
  const { people, buttons, others } = data;
  if (buttons.length === 0 && !others) return <Empty heading={words.heading}>{words.empty}</Empty>;
  return (
    <Table
      heading={words.heading}
      name={words.name}
      columns={[
        { label: words.place, isText: true },
        { ...unitColumn(sources.people), hasChange: true },
        unitColumn(words.presses),
        { label: sources.share },
      ]}
      sortedBy={1}
      rows={buttons.map(({ name, location, ...now }) => {
        const same = before?.buttons.find((one) => one.name === name && one.location === location);
        // A button that is not listed may be one of the others.
        const none = before?.others ? null : { people: 0, presses: 0 };
        const earlier = before ? (same ?? none) : undefined;
        const then = earlier ?? { people: earlier, presses: earlier };
        const place = PLACES.get(location) ?? nameOfValue(location);
        return {
          key: JSON.stringify([name, location]),
          name: nameOfValue(name),
          cells: [
            plainCell(place, place),
            peopleCell(now.people, then.people, before?.share),
            countCell(now.presses, then.presses),
            rateCell(
              { successes: now.people, trials: people },
              earlier && { successes: earlier.people, trials: before?.people ?? 0 },
            ),
          ],
        };
      })}
      rest={others && words.others(others.buttons, { buttons: formatCount(others.buttons) })}
    />
  );
}
