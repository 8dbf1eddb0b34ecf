import type { Database } from 'better-sqlite3';
import type { Traffic } from '#shared/reports';
import type { Range } from '#shared/time-range';
import { listSources } from '../../rules/traffic-sources.ts';
import { forEachWindow } from './windows.ts';

const WINDOW_ROWS = 20_000;
/** The number of sources counted, which take 100 MB at most. Sources that first appear later are not listed. */
const MAX_COUNTED_SOURCES = 100_000;

interface Row {
  name: string;
  source: string | null;
  consentId: string;
  count: number;
  /** The forms among them that were sent successfully. */
  signups: number;
}

/** The people and events of one name or source. A person is a number, so that the sets stay small. */
interface Sum {
  count: number;
  people: Set<number>;
  signedUp: Set<number>;
}

/** One pass counts both, by name and by `utm_source`. Memory grows with the people, not with their events. */
export function countTraffic(db: Database, { from, to }: Range): Traffic {
  const select = db.prepare<[object], Row>(
    `SELECT name, utm_source AS source, consent_id AS consentId, count(*) AS count,
            sum(name = 'form_submit' AND properties ->> '$.event_label' = 'success') AS signups
     FROM events
     WHERE seq > @after AND seq <= @through
       AND (@from IS NULL OR occurred_at >= @from) AND (@to IS NULL OR occurred_at <= @to)
     GROUP BY 1, 2, 3`,
  );
  const names = new Map<string, Sum>();
  const sources = new Map<string | null, Sum>();
  const people = new Map<string, number>();
  db.transaction(() =>
    forEachWindow(db, WINDOW_ROWS, (window) => {
      for (const row of select.iterate({ ...window, from, to })) {
        const person = people.get(row.consentId) ?? people.size;
        people.set(row.consentId, person);
        add(names, row.name, row, person);
        if (sources.has(row.source) || sources.size < MAX_COUNTED_SOURCES) {
          add(sources, row.source, row, person);
        }
      }
      return true;
    }),
  )();
  return {
    events: [...names]
      .map(([name, sum]) => ({ name, count: sum.count, people: sum.people.size }))
      .sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    ...listSources(
      [...sources].map(([source, sum]) => ({
        source,
        events: sum.count,
        people: sum.people.size,
        signups: sum.signedUp.size,
      })),
    ),
  };
}

function add<Key>(sums: Map<Key, Sum>, key: Key, row: Row, person: number) {
  const sum = sums.get(key) ?? { count: 0, people: new Set(), signedUp: new Set() };
  sums.set(key, sum);
  sum.count += row.count;
  sum.people.add(person);
  if (row.signups > 0) sum.signedUp.add(person);
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);
