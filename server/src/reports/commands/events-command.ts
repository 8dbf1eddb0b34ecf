import { parseArgs } from 'node:util';
import { z } from 'zod';
import { filtersSchema } from '#shared/event-filters';
import { EVENT_BREAKDOWNS, type EventCount, rangeSchema } from '#shared/reports';
import { nameOfValue } from '#shared/value-name';
import type { GrowthContext } from '../../cli/frame/growth-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { formatBar, formatTable } from '../../cli/frame/text-table.ts';
import { readDatabase } from '../../database/open-database.ts';
import { printableJson } from '../../lib/printable.ts';
import { parseInput } from '../../settings/parse-input.ts';
import { countEvents } from '../count-events.ts';
import { filterEvents } from '../filter-events.ts';
import { createChannelOf } from '../load-channels.ts';
import { type ConsentShare, describeConsent, sumConsent } from './consent-share.ts';

const help = `npm run growth -- events [OPTIONS]

Counts the events of each name.

  --daily           counts each day (UTC) separately
  --breakdown BY    ${EVENT_BREAKDOWNS.join(', ')}: counts each value separately
  --filter FILTER   counts only events with a value, e.g. channel:search, or without one, e.g. utm_source; repeat it for
                    more conditions
  --from, --to      a day like 2026-03-14, or an ISO time like 2026-03-14T09:00; both inclusive, and UTC unless the time has
                    an offset like +01:00. What counts is when an event occurred
  --json            prints {"events": [{"day", "name", "value", "count"}]}, one entry for each day, name and value,
                    and "consent": {"agreed", "answers"}, because events rest on consent
  --help            prints this text`;

const options = {
  daily: { type: 'boolean' },
  breakdown: { type: 'string' },
  filter: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const schema = rangeSchema.and(
  z.object({
    breakdown: z.enum(EVENT_BREAKDOWNS).nullable().default(null),
    filter: filtersSchema,
  }),
);

export const eventsCommand: Subcommand<GrowthContext> = {
  summary: 'counts events by name, day and source',
  help,
  async run(args, { database, out, progress, channels }) {
    const values = orHelp(help, () => parseArgs({ args, options }).values);
    const query = parseInput(schema, values, { whole: 'the question' });
    const channelOf = createChannelOf(channels);
    const { events, consent } = await readDatabase(database, async (reader) => ({
      events: await countEvents(
        filterEvents(reader, query.filter, channelOf),
        { ...query, onProgress: progress.show },
        channelOf,
      ),
      consent: sumConsent(await reader.countDecisions(query)),
    }));
    progress.clear();
    out.write(
      `${values.json ? printableJson({ events, consent }) : toText(events, consent, values)}\n`,
    );
  },
};

function toText(
  events: EventCount[],
  consent: ConsentShare,
  { daily, breakdown }: { daily?: boolean; breakdown?: string },
) {
  if (events.length === 0) return 'There are no events in that time.';
  const sums = new Map<string, { cells: string[]; count: number }>();
  for (const { day, name, value, count } of events) {
    const cells = [...(daily ? [day] : []), name, ...(breakdown ? [nameOfValue(value)] : [])];
    const key = JSON.stringify(cells);
    sums.set(key, { cells, count: (sums.get(key)?.count ?? 0) + count });
  }
  const rows = [...sums.values()];
  if (!daily) rows.sort((a, b) => b.count - a.count);
  const most = Math.max(...rows.map(({ count }) => count));
  const head = [...(daily ? ['day'] : []), 'event', ...(breakdown ? [breakdown] : [])];
  const table = formatTable(
    [...head, 'events', ''],
    rows.map(({ cells, count }) => [...cells, String(count), formatBar(count / most, 24)]),
    head.length,
  );
  return `${table}\n\n${describeConsent(consent)}`;
}
