import { parseArgs } from 'node:util';
import { SIGNUP_TYPES } from '#shared/event-values';
import { rangeSchema, type SignupCount } from '#shared/reports';
import { readDatabase } from '../../database/open-database.ts';
import { printableJson } from '../../printable.ts';
import { orHelp, parseInput, type Subcommand } from '../subcommands/subcommand.ts';
import { formatBar, formatTable } from './text-table.ts';

const help = `npm run growth -- signups [OPTIONS]

Counts how many people signed up on each day (UTC), for the waitlist and for the beta. Everyone in the signups table
counts, measured or not. For names and addresses, use: npm run growth -- export signups

  --from, --to      a day like 2026-03-14, or an ISO time; both inclusive, UTC
  --json            prints {"signups": [{"day", "type", "count"}]}
  --help            prints this text`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const signupsCommand: Subcommand = {
  summary: 'counts signups per day, by type',
  help,
  async run(args, { database, out }) {
    const values = orHelp(help, () => parseArgs({ args, options }).values);
    const range = parseInput(rangeSchema, values, 'the question');
    const signups = await readDatabase(database, (reader) => reader.countSignups(range));
    out.write(`${values.json ? printableJson({ signups }) : toText(signups)}\n`);
  },
};

function toText(signups: SignupCount[]): string {
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
