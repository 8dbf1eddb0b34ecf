import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  DEFAULT_WINDOW_SECONDS,
  FUNNEL_BREAKDOWNS,
  FUNNEL_ORDERS,
  type FunnelQuery,
  type FunnelResult,
  type FunnelStepResult,
  funnelQuerySchema,
} from '#shared/funnel';
import { formatStep, parseStep } from '#shared/funnel-step-text';
import { SITE_FUNNEL } from '#shared/site-funnels';
import { readDatabase } from '../../database/open-database.ts';
import { printable, printableJson } from '../../printable.ts';
import { countFunnel } from '../../services/funnel/count-funnel.ts';
import { StartError } from '../../start-error.ts';
import { orHelp, parseInput, type Subcommand } from '../subcommands/subcommand.ts';
import { formatBar, formatPercent, formatSeconds, formatTable } from './text-table.ts';

const help = `npm run growth -- funnel [OPTIONS]

Counts how many people took each step after the steps before it, among people who agreed to be measured. Each person
counts once, by their best attempt. The numbers are the same as in a PostHog funnel. Without --step, the funnel is the
site's own: ${SITE_FUNNEL.map(({ label }) => label).join(' → ')}.

  --step STEP       a step; repeat it for each further step. STEP is an event (button_click), an event with properties
                    (form_submit:event_label=success,form_type=beta), or * for any event
  --order ORDER     ${FUNNEL_ORDERS.join(', ')}. strict allows no other event in between
  --window TIME     the longest time from the first step to the last, e.g. 14d, 12h, 30m, 45s; default ${DEFAULT_WINDOW_SECONDS / 86_400}d
  --from, --to      a day like 2026-03-14, or an ISO time; both inclusive, UTC
  --breakdown BY    ${FUNNEL_BREAKDOWNS.join(', ')}. Each person counts under their first value
  --query FILE      reads all of these options, and exclusions, from a JSON file: {order, windowSeconds, steps:
                    [{event, properties?}], exclusions?: [{event, fromStep, toStep, properties?}], breakdown?, from?,
                    to?}. Steps count from 0. An event of null means any event
  --json            prints {"steps": [{"event", "count", "averageSeconds", "medianSeconds"}]}. The times are those from
                    the step before. With --breakdown it also has "breakdown" and "others"
  --help            prints this text`;

const options = {
  step: { type: 'string', multiple: true },
  order: { type: 'string' },
  window: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  breakdown: { type: 'string' },
  query: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const parse = (args: string[]) => orHelp(help, () => parseArgs({ args, options }).values);
type Values = ReturnType<typeof parse>;

export const funnelCommand: Subcommand = {
  summary: 'people per step, and how long they took',
  help,
  async run(args, { database, out, warn, progress }) {
    const values = parse(args);
    const { query, labels } =
      values.query === undefined ? fromOptions(values) : fromFile(values, warn);
    const result = await readDatabase(database, (reader) =>
      countFunnel(reader, query, progress.show),
    );
    progress.clear();
    out.write(`${values.json ? toJson(result, query) : toText(result, query, labels)}\n`);
  },
};

function fromFile({ query: file = '', json: _, ...others }: Values, warn: (line: string) => void) {
  const [other] = Object.keys(others);
  if (other)
    throw new StartError(`--query replaces all other options except --json; remove --${other}`);
  let input: unknown;
  try {
    input = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`--query ${file} cannot be read: ${printable(why)}; expected a JSON file`);
  }
  const query = parseInput(funnelQuerySchema, input, file);
  const unknown = Object.keys(Object(input)).filter((key) => !Object.hasOwn(query, key));
  if (unknown.length > 0) warn(printable(`ignored in ${file}: ${unknown.join(', ')}`));
  return { query, labels: query.steps.map(formatStep) };
}

function fromOptions({ step, window, query: _, json: __, ...rest }: Values) {
  const steps = step?.map(parseStepOption) ?? SITE_FUNNEL.map(({ label: _label, ...own }) => own);
  const input = {
    ...rest,
    steps,
    ...(window !== undefined && { windowSeconds: toSeconds(window) }),
  };
  const query = parseInput(funnelQuerySchema, input, 'the funnel');
  return { query, labels: step ?? SITE_FUNNEL.map(({ label }) => label) };
}

function parseStepOption(text: string) {
  try {
    return parseStep(text);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

const UNIT_SECONDS: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 };

function toSeconds(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,8})([dhms])$/.exec(text) ?? [];
  if (count === undefined) {
    throw new StartError(`--window is ${JSON.stringify(text)}; expected e.g. 14d, 12h, 30m or 45s`);
  }
  return Number(count) * (UNIT_SECONDS[unit] ?? 1);
}

function toJson({ steps, breakdown, others }: FunnelResult, query: FunnelQuery): string {
  return printableJson(query.breakdown === null ? { steps } : { steps, breakdown, others });
}

function toText(result: FunnelResult, query: FunnelQuery, labels: readonly string[]): string {
  const { steps, breakdown, others } = result;
  const lines = [toTable(steps, labels)];
  if (steps.every(({ count }) => count === 0)) {
    lines.push(
      '',
      'Nobody has taken the first step. To see whether there are events in that time: npm run growth -- events',
    );
  }
  if (query.breakdown !== null) {
    const groups = breakdown.map(({ value, steps: own }) => [value ?? '(none)', own] as const);
    const all = others ? [...groups, [`${others.values} others`, others.steps] as const] : groups;
    for (const [value, own] of all)
      lines.push('', `${query.breakdown}: ${printable(value)}`, toTable(own, labels));
  }
  return lines.join('\n');
}

function toTable(steps: readonly FunnelStepResult[], labels: readonly string[]): string {
  const first = steps[0]?.count ?? 0;
  const rows = steps.map(({ count, averageSeconds, medianSeconds }, index) => [
    labels[index] ?? '',
    String(count),
    formatPercent(count, first),
    formatPercent(count, steps[index - 1]?.count ?? count),
    index === 0 ? '' : formatSeconds(averageSeconds),
    index === 0 ? '' : formatSeconds(medianSeconds),
    formatBar(first === 0 ? 0 : count / first, 24),
  ]);
  const head = ['step', 'people', 'of first', 'of previous', 'mean time', 'median time', ''];
  return formatTable(head, rows);
}
