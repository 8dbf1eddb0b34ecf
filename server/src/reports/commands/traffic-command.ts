import { parseArgs } from 'node:util';
import { z } from 'zod';
import { filtersSchema } from '#shared/event-filters';
import { formatCount, formatInterval, formatRate } from '#shared/format-figures';
import { rangeSchema, type Traffic } from '#shared/reports';
import { TRAFFIC_FIELDS } from '#shared/traffic-fields';
import { nameOfValue } from '#shared/value-name';
import type { GrowthContext } from '../../cli/frame/growth-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { formatTable } from '../../cli/frame/text-table.ts';
import { readDatabase } from '../../database/open-database.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import { parseInput } from '../../settings/parse-input.ts';
import { countTraffic } from '../count-traffic.ts';
import { fieldOf } from '../event-field.ts';
import { filterEvents } from '../filter-events.ts';
import { createChannelOf } from '../load-channels.ts';
import { summarizeTraffic } from '../summary/summarize-traffic.ts';
import { describeConsent, sumConsent } from './consent-share.ts';

const help = `npm run growth -- traffic [OPTIONS]

Counts visitors by where they came from, and how many of them signed up: the sentence and the table of the console's Traffic.

  --by FIELD        ${TRAFFIC_FIELDS.slice(0, 5).join(', ')},
                    ${TRAFFIC_FIELDS.slice(5).join(', ')}; default channel
  --filter FILTER   counts only events with a value, e.g. channel:search, or without one, e.g. utm_source; repeat it for
                    more conditions
  --from, --to      a day like 2026-03-14, or an ISO time like 2026-03-14T09:00; both inclusive, and UTC unless the time has
                    an offset like +01:00
  --json            prints the same as the console's /growth/api/traffic, with "consent"
  --help            prints this text`;

const options = {
  by: { type: 'string' },
  filter: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const schema = rangeSchema.and(
  z.object({ by: z.enum(TRAFFIC_FIELDS).default('channel'), filter: filtersSchema }),
);

export const trafficCommand: Subcommand<GrowthContext> = {
  summary: 'visitors and signups by where they came from',
  help,
  async run(args, { database, out, channels }) {
    const values = orHelp(help, () => parseArgs({ args, options }).values);
    const { filter, ...query } = parseInput(schema, values, { whole: 'the question' });
    const channelOf = createChannelOf(channels);
    const [traffic, consent] = await readDatabase(database, async (reader) => [
      await countTraffic(
        filterEvents(reader, filter, channelOf),
        query,
        fieldOf(query.by, channelOf),
      ),
      sumConsent(await reader.countDecisions(query)),
    ]);
    const { from, to } = query;
    const span = from === null || to === null ? null : { from, to };
    const summary = summarizeTraffic(traffic, { span, zone: 'UTC' });
    out.write(
      values.json
        ? `${printableJson({ summary, ...traffic, consent })}\n`
        : `${printable(summary)}\n\n${toText(traffic)}\n\n${describeConsent(consent)}\n`,
    );
  },
};

function toText({ by, rows, others }: Traffic): string {
  const cells = rows.map(({ value, people, events, signups }) => {
    const rate = { successes: signups, trials: people };
    const counts = [people, events, signups].map(formatCount);
    return [nameOfValue(value), ...counts, formatRate(rate), formatInterval(rate)];
  });
  const head = [by, 'visitors', 'events', 'signups', 'rate', '95 % interval'];
  const rest = others
    ? [`${others.values} others`, '', formatCount(others.events), '', '', '']
    : [];
  return formatTable(head, others ? [...cells, rest] : cells);
}
