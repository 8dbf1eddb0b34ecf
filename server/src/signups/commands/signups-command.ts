import { parseArgs } from 'node:util';
import { SIGNUP_TYPES } from '#shared/event-values';
import { formatSeconds } from '#shared/format-figures';
import type { ApplicationStages } from '#shared/list';
import { rangeSchema, type SignupCount } from '#shared/reports';
import { utcDay } from '#shared/time';
import { partUntil, periodBefore } from '#shared/time-buckets';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { formatBar, formatTable } from '../../cli/frame/text-table.ts';
import { readDatabase } from '../../database/open-database.ts';
import { printableJson } from '../../lib/printable.ts';
import { summarizeSignups } from '../../reports/summary/summarize-figures.ts';
import { parseInput } from '../../settings/parse-input.ts';

const help = `npm run growth -- signups [OPTIONS]

Counts how many people signed up on each day (UTC), for the waitlist and for the beta. Everyone in the signups table
counts, measured or not. Below it says how far all applications for the beta are, of any day. For names, addresses and
decisions, use: npm run growth -- export signups

  --confirmed       counts only those whose address its owner has confirmed by now, on the day they signed up
  --from, --to      a day like 2026-03-14, or an ISO time like 2026-03-14T09:00; both inclusive, and UTC unless the time has
                    an offset like +01:00
  --json            prints {"summary", "signups": [{"day", "type", "count", "confirmed"}], "stages"}. The summary is one
                    sentence, and the stages are those of GET /growth/api/list/stages.
                    With --from and --to it compares with the period before
  --help            prints this text`;

const options = {
  confirmed: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const signupsCommand: Subcommand = {
  summary: 'counts signups per day, by type',
  help,
  async run(args, { database, out }) {
    const { confirmed, json, ...values } = orHelp(help, () => parseArgs({ args, options }).values);
    const range = parseInput(rangeSchema, values, { whole: 'the question' });
    const { from, to } = range;
    const span = from === null || to === null ? null : partUntil(Date.now(), { from, to });
    const before = span && periodBefore(span, 'UTC');
    const [counts, earlier, stages] = await readDatabase(database, async (reader) => [
      await reader.countSignups(range),
      before && (await reader.countSignups(before)),
      await reader.applicationStages(),
    ]);
    const counted = confirmed ? onlyConfirmed : (all: SignupCount[]) => all;
    const summary = summarizeSignups(
      sumOf(counted(counts)),
      before && { signups: sumOf(counted(earlier ?? [])), span: before },
      { span, zone: 'UTC' },
    );
    const signups = toDays(counted(counts));
    out.write(
      json
        ? `${printableJson({ summary, signups, stages })}\n`
        : `${confirmed ? ONLY_CONFIRMED : ''}${summary}\n\n${toText(signups)}\n${describeStages(stages)}`,
    );
  },
};

const ONLY_CONFIRMED = 'Only those who have confirmed their address count. ';
const STAGES = ['confirmed', 'accepted', 'invited', 'redeemed'] as const;

function describeStages({ times, ...counts }: ApplicationStages): string {
  if (counts.applied === 0) return '';
  const stages = STAGES.map((stage) => {
    const ms = times?.[stage] ?? null;
    return `${counts[stage]} ${stage}${ms === null ? '' : ` (after ${formatSeconds(ms / 1000)})`}`;
  });
  return `\nApplications: ${counts.applied}; ${stages.join(', ')}; ${counts.declined} declined\n`;
}

const sumOf = (counts: readonly SignupCount[]) => counts.reduce((all, { count }) => all + count, 0);

interface DayCount {
  day: string;
  type: string;
  count: number;
  confirmed: number;
}

const onlyConfirmed = (counts: SignupCount[]) =>
  counts.filter(({ confirmed }) => confirmed > 0).map((one) => ({ ...one, count: one.confirmed }));

/** Adds up the quarters of an hour of each UTC day. */
function toDays(counts: readonly SignupCount[]): DayCount[] {
  const days = new Map<string, DayCount>();
  for (const { at, type, count, confirmed } of counts) {
    const day = utcDay(at);
    const sum = days.get(day + type) ?? { day, type, count: 0, confirmed: 0 };
    sum.count += count;
    sum.confirmed += confirmed;
    days.set(day + type, sum);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function toText(signups: DayCount[]): string {
  if (signups.length === 0) return 'There are no signups in that time.';
  const countOf = (day: string | null, type?: string) =>
    signups
      .filter((row) => (day === null || row.day === day) && (type ?? row.type) === row.type)
      .reduce((sum, { count }) => sum + count, 0);
  const days = [...new Set(signups.map(({ day }) => day))];
  const most = Math.max(...days.map((day) => countOf(day)));
  const row = (label: string, day: string | null) => [
    label,
    ...SIGNUP_TYPES.map((type) => String(countOf(day, type))),
    String(countOf(day)),
    day === null ? '' : formatBar(countOf(day) / most, 24),
  ];
  const rows = [...days.map((day) => row(day, day)), row('all', null)];
  return formatTable(['day', ...SIGNUP_TYPES, 'signups', ''], rows);
}
