import { z } from 'zod';
import { plain } from '#shared/format-figures';
import { FUNNEL_ORDERS, funnelQuerySchema } from '#shared/funnel';
import { FUNNEL_BREAKDOWNS } from '#shared/funnel-breakdowns';
import { DAY_SECONDS, DEFAULT_WINDOW_DAYS } from '#shared/funnel-limits';
import { DEFAULT_PRESET, labelledSteps, PRESETS, type Preset } from '#shared/site-funnels';
import { FEW } from '#shared/statistics';
import { TRAFFIC_FIELDS } from '#shared/traffic-fields';
import { readDatabase } from '../../database/open-database.ts';
import { linesOf } from '../../lib/issues.ts';
import { didYouMean } from '../../lib/nearest-name.ts';
import { printable, printableJson, printableLines } from '../../lib/printable.ts';
import type { Params } from '../../lib/query-params.ts';
import { readWhole } from '../../lib/read-whole.ts';
import { StartError } from '../../lib/start-error.ts';
import { createReports } from '../../reports/ask-reports.ts';
import {
  findFunnel,
  isReadable,
  parseSavedFunnel,
} from '../../reports/funnel/find-saved-funnel.ts';
import {
  describeQuery,
  type FunnelQuestion,
  parseFunnelParams,
  warnAboutFunnel,
} from '../../reports/funnel/funnel-params.ts';
import { createChannelOf } from '../../reports/load-channels.ts';
import { summarizeForms, summarizeFunnel } from '../../reports/summary/summarize-funnel.ts';
import type { DatabaseAddress } from '../../settings/database-address.ts';
import { parseFile } from '../../settings/parse-file.ts';
import type { GrowthContext } from '../frame/growth-context.ts';
import { command, flag, text, texts, type Values as ValuesOf } from '../frame/subcommand.ts';
import { type FunnelAnswer, funnelText, sumConsent } from './funnel-text.ts';

const describePreset = (preset: Preset) =>
  `${preset}: ${labelledSteps(preset)
    .map(({ label }) => label)
    .join(' → ')}`;

const options = {
  preset: text(
    'NAME',
    `one of the site’s own funnels; default ${DEFAULT_PRESET}:\n${PRESETS.map(describePreset).join('\n')}`,
  ),
  name: text('NAME', 'a funnel that the team saved; npm run growth -- api funnels lists them'),
  step: texts(
    'STEP',
    'a step of your own funnel; repeat it for each further step. STEP is an event (button_click), an event with properties (form_submit:event_label=success,form_type=beta), or * for any event. With ~ before it, the event of the step before may take this one too',
  ),
  'among-first': flag(
    'beside --step: counts only people who took the first step. With --order unordered, the first row is otherwise who took any of them',
  ),
  order: text('ORDER', `${FUNNEL_ORDERS.join(', ')}. strict allows no other event in between`),
  window: text(
    'TIME',
    `the longest time from the first step to the last, e.g. 14d, 12h, 30m, 45s; default ${DEFAULT_WINDOW_DAYS}d`,
  ),
  from: text(
    'TIME',
    'the first day, like 2026-03-14, or ISO time, like 2026-03-14T09:00 or 2026-03-14T09:00+01:00',
  ),
  to: text('TIME', 'the last one, inclusive'),
  zone: text(
    'ZONE',
    'the time zone of these days, and of times without an offset, e.g. Europe/Berlin; default UTC',
  ),
  filter: texts(
    'FILTER',
    `counts only events with a value, e.g. channel:search, or without one, e.g. utm_source; repeat it for more conditions: ${TRAFFIC_FIELDS.join(', ')}`,
  ),
  breakdown: text(
    'BY',
    `${FUNNEL_BREAKDOWNS.join(', ')}; none leaves out the preset’s own. Each person counts under their first value, which everybody must have: of the properties of events, only those of the first step’s that no step asks for`,
  ),
  query: text(
    'FILE',
    'reads the steps and all of these options, and exclusions, from a JSON file: {order, windowSeconds, steps: [{event, properties?}], exclusions?: [{event, fromStep, toStep, properties?}], breakdown?, from?, to?}. Steps count from 0. An event of null means any event',
  ),
  json: flag(
    'prints the same as the console’s /growth/api/funnel, with "consent". With --query it prints {"steps": [{"event", "count", "averageSeconds", "medianSeconds"}]}. The times are those from the step before. With a breakdown there are also "breakdown" and "others"',
  ),
} as const;

type Values = ValuesOf<typeof options>;

export const funnelCommand = command<GrowthContext>()({
  usage: 'npm run growth -- funnel [OPTIONS]',
  summary: 'people per step, and how long they took',
  about: `Counts how many people took each step after the steps before it, among people who agreed to be measured. Each person
counts once. The numbers are the same as in a PostHog funnel.`,
  options,
  notes: `A percentage stands with its 95 % interval, and one of fewer than ${FEW} people with their number.`,
  async run(values, { database, out, warn, channels }) {
    const question =
      values.query === undefined ? await fromOptions(values, database) : fromFile(values, warn);
    const { query, preset } = question;
    const { from, to, zone, breakdown, filters } = query;
    const { forms, ...answer } = await readDatabase(database, async (reader) => {
      const reports = createReports(reader, createChannelOf(channels));
      return {
        ...(await reports.funnel(query)),
        consent: sumConsent(await reader.countDecisions(query)),
        forms: preset === 'form' ? await reports.forms({ from, to, filters }) : null,
      };
    });
    const span = from === null || to === null ? null : { from, to };
    const asked = { span, zone, breakdown };
    const summary = `${summarizeFunnel(answer, null, asked)} ${summarizeForms(forms)}`.trim();
    const warnings = [...(question.warnings ?? []), ...warnAboutFunnel(query, answer.steps)];
    for (const line of warnings) warn(printable(line));
    out.write(
      `${values.json ? toJson({ summary, warnings, ...answer }, question, values) : `${printable(plain(summary))}\n\n${funnelText(answer, question)}`}\n`,
    );
  },
});

function fromFile(
  { query: file = '', json: _, ...others }: Values,
  warn: (line: string) => void,
): FunnelQuestion {
  const [other] = Object.keys(others);
  if (other)
    throw new StartError(`--query replaces all other options except --json; remove --${other}`);
  const text = readWhole(file, 'a JSON file').toString();
  const query = parseFile(funnelQuerySchema, text, { file });
  for (const key of Object.keys(parseFile(z.looseObject({}), text, { file }))) {
    if (Object.hasOwn(query, key)) continue;
    warn(printable(`ignored in ${file}: ${key}${didYouMean(key, Object.keys(query))}`));
  }
  return describeQuery(query, null);
}

/** The options are the parameters of the console's interface, but for a window that is not of whole days. */
async function fromOptions(
  { json: _, window, 'among-first': amongFirst, ...others }: Values,
  database: DatabaseAddress,
): Promise<FunnelQuestion> {
  const windowSeconds = window === undefined ? null : toSeconds(window);
  const own = Object.entries({ ...others, ...(amongFirst && { among: 'first' }) });
  const params: Params = Object.fromEntries(
    own.map(([name, value = []]) => [name, [value].flat()]),
  );
  const question = await parseAsked(params, database);
  if (!question.ok) throw new StartError(printableLines(linesOf(question.issues).join('\n')));
  const { query, ...described } = question;
  return { ...described, query: windowSeconds === null ? query : { ...query, windowSeconds } };
}

/** Parses the parameters, with which a saved funnel may be asked for by its name. */
async function parseAsked({ name, ...others }: Params, database: DatabaseAddress) {
  const [given] = name ?? [];
  if (given === undefined) return parseFunnelParams(others);
  if (others['preset'] || others['step'])
    throw new StartError('expected one of --name, --preset and --step');
  const all = await readDatabase(database, (reader) => reader.readFunnels());
  const saved = all.filter(isReadable);
  const found = findFunnel(saved, given);
  if (found) return parseSavedFunnel(found, others);
  const names = saved.map((funnel) => JSON.stringify(funnel.name)).join(', ') || 'none';
  const shown = JSON.stringify(given.slice(0, 100));
  throw new StartError(printable(`there is no saved funnel ${shown}; there are: ${names}`));
}

const UNIT_SECONDS: Record<string, number> = { d: DAY_SECONDS, h: 3600, m: 60, s: 1 };

function toSeconds(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,8})([dhms])$/.exec(text) ?? [];
  if (count === undefined) {
    throw new StartError(`--window is ${JSON.stringify(text)}; expected e.g. 14d, 12h, 30m or 45s`);
  }
  return Number(count) * (UNIT_SECONDS[unit] ?? 1);
}

function toJson(
  answer: FunnelAnswer & { summary: string; warnings: string[] },
  { preset, labels, query }: FunnelQuestion,
  values: Values,
) {
  if (values.query === undefined) return printableJson({ preset, labels, ...answer });
  const { steps, breakdown, others } = answer;
  return printableJson(query.breakdown === null ? { steps } : { steps, breakdown, others });
}
