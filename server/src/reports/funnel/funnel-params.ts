import { z } from 'zod';
import { filtersSchema } from '#shared/event-filters';
import { eventSchema } from '#shared/events';
import {
  FUNNEL_ORDERS,
  type FunnelQuery,
  type FunnelStep,
  funnelQuerySchema,
} from '#shared/funnel';
import { canBreakDown, FUNNEL_BREAKDOWNS } from '#shared/funnel-breakdowns';
import { DAY_SECONDS, DEFAULT_WINDOW_DAYS, MAX_FUNNEL_STEPS } from '#shared/funnel-limits';
import { describeMistake, formatStep, parseStep } from '#shared/funnel-step-text';
import { type WithBefore, zoneSchema } from '#shared/report-range';
import { STEP_TEXT } from '#shared/saved-funnels';
import {
  DEFAULT_PRESET,
  EVENT_LABELS,
  FUNNEL_PRESETS,
  LABELLED_STEPS,
  labelledSteps,
  PRESETS,
  type Preset,
  presetSteps,
} from '#shared/site-funnels';
import { UNITS } from '#shared/time-buckets';
import { beforeShape, openRangeShape, toBefore } from '#shared/time-range';
import { describeIssues, type Issue, unknownName } from '../../lib/issues.ts';
import { didYouMean } from '../../lib/nearest-name.ts';
import { type Params, single } from '../../lib/query-params.ts';

/** A funnel to count, as people asked for it. */
export interface FunnelQuestion {
  query: FunnelQuery;
  /** Null for steps of one's own. */
  preset: Preset | null;
  /** What people call each step. */
  labels: string[];
  /** A line for what is not counted as it was asked for. */
  warnings?: readonly string[];
}

export type FunnelParams =
  | ({ ok: true } & FunnelQuestion & WithBefore)
  | { ok: false; issues: Issue[] };

const singleParams = {
  order: z.enum(FUNNEL_ORDERS).optional(),
  breakdown: z.enum([...FUNNEL_BREAKDOWNS, 'none']).optional(),
  ...openRangeShape,
  zone: zoneSchema,
  unit: z.enum(UNITS).optional(),
  ...beforeShape,
};
const params = {
  preset: z.enum(PRESETS).default(DEFAULT_PRESET),
  name: z.string().optional().describe('Instead of a preset, the name of a saved funnel.'),
  step: z
    .array(z.string())
    .max(MAX_FUNNEL_STEPS)
    .optional()
    .describe(`Instead of a preset, once for each step. ${STEP_TEXT}`),
  among: z.literal('first').optional().describe('Beside steps: counts only who took the first.'),
  window: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .default(String(DEFAULT_WINDOW_DAYS))
    .describe('Days from the first step to the last.'),
  filter: filtersSchema,
};
/** The parameters of an address. {@link parseFunnelParams} knows which of them go together. */
export const funnelParamsSchema = z.strictObject({ ...params, ...singleParams });
const PARAMS = Object.keys(funnelParamsSchema.shape);

/**
 * A funnel in an address: a preset, the first one by default, or steps. `window` is in days. A preset has an order and a
 * breakdown of its own, which the address can replace; `breakdown=none` leaves it out. In another order it is no preset.
 * `among=first` beside steps counts only people who took the first one.
 */
export function parseFunnelParams(params: Params): FunnelParams {
  const { preset: presets = [], name, step: steps = [], among, window, filter, ...others } = params;
  const issues: Issue[] = Object.keys(others)
    .filter((name) => !Object.hasOwn(singleParams, name))
    .map((other) => unknownName(other, PARAMS));
  if (name) issues.push({ path: 'name', message: 'expected the name of one saved funnel, alone' });
  const [preset = DEFAULT_PRESET] = presets;
  if (!isPreset(preset) || presets.length > 1)
    issues.push({ path: 'preset', message: `expected one of ${PRESETS.join(', ')}` });
  if (presets.length > 0 && steps.length > 0)
    issues.push({ path: 'step', message: 'expected a preset or steps, not both' });
  if (among && (among.join() !== 'first' || steps.length === 0))
    issues.push({ path: 'among', message: 'expected first, and beside steps only' });
  const parsed = steps.map((text, index) => {
    try {
      return parseStep(text);
    } catch {
      issues.push({ path: `step.${index}`, message: describeMistake(text) });
      return null;
    }
  });
  if (window && !/^[1-9]\d{0,3}$/.test(window.join())) {
    issues.push({ path: 'window', message: 'expected a whole number of days, from 1 to 9999' });
  }
  if (issues.length > 0 || !isPreset(preset)) return { ok: false, issues };
  const { order, breakdown, from, to, zone, unit, ...beforeSides } = single(others);
  const asked =
    parsed.length > 0
      ? { steps: parsed, amongFirst: among !== undefined, order }
      : presetQuery(preset, order);
  const known = funnelQuerySchema.safeParse({
    ...asked,
    ...(breakdown !== undefined && {
      breakdown: breakdown === 'none' || breakdown === '' ? null : breakdown,
    }),
    ...(window && { windowSeconds: Number(window[0]) * DAY_SECONDS }),
    from,
    to,
    zone,
    unit,
    ...(filter && { filters: filter }),
  });
  if (!known.success) return { ok: false, issues: describeIssues(known.error) };
  const query = known.data;
  const before = beforeSchema(query.zone).safeParse(beforeSides);
  if (!before.success) return { ok: false, issues: describeIssues(before.error) };
  return {
    ok: true,
    ...describeQuery(query, parsed.length > 0 ? null : preset),
    before: before.data,
  };
}

const beforeSchema = (zone: string) =>
  z.object(beforeShape).transform((sides, context) => toBefore(sides, zone, context));

/**
 * Names the steps of a query, as every surface shows them. A preset in an order that is not its own is no preset.
 *
 * @param preset null for steps of one's own
 */
export function describeQuery(query: FunnelQuery, preset: Preset | null): FunnelQuestion {
  if (preset === null || query.order !== FUNNEL_PRESETS[preset].order)
    return { query, preset: null, labels: labelsOf(query) };
  return { query, preset, labels: labelledSteps(preset).map(({ label }) => label) };
}

const isPreset = (text: string): text is Preset => (PRESETS as readonly string[]).includes(text);

/** Returns the preset as a query, without a range. In another order, its breakdown may not be one. */
export function presetQuery(preset: Preset, order: unknown = FUNNEL_PRESETS[preset].order) {
  const { breakdown, amongFirst } = FUNNEL_PRESETS[preset];
  const query = { steps: presetSteps(preset), order, amongFirst };
  return { ...query, breakdown: breakdown && canBreakDown(query, breakdown) ? breakdown : null };
}

const LABELS = new Map(LABELLED_STEPS.map((step) => [formatStep(step), step.label]));

/**
 * Returns what people call the steps. Without an order, a step counts the people who took that many, whichever they
 * were, so the name of one of them would be wrong.
 */
const labelsOf = ({ order, steps }: FunnelQuery): string[] =>
  steps.map((step, index) => {
    if (order !== 'unordered' || steps.length === 1) return labelOf(step);
    const taken = index + 1;
    return taken === steps.length
      ? `Took all ${taken} steps`
      : `Took at least ${taken} of ${steps.length} steps`;
  });

function labelOf({ event, properties }: FunnelStep): string {
  const known = LABELS.get(formatStep({ event, properties }));
  if (known !== undefined) return known;
  const names: Readonly<Record<string, string>> = EVENT_LABELS;
  const did = event === null ? 'Did anything' : Object.hasOwn(names, event) ? names[event] : event;
  const values = Object.entries(properties).map(([name, value]) =>
    name === 'percent_scrolled' ? `${value} %` : `${value}`,
  );
  return values.length === 0 ? `${did}` : `${did}: ${values.join(', ')}`;
}

const EVENTS = new Map(
  eventSchema.options.map(({ shape }) => [shape.name.value as string, shape.properties.shape]),
);

/**
 * Returns a line for each step and exclusion that asks for what no page of this site sends. A step that somebody took
 * anyway gets none: another program may have sent its event.
 *
 * @param counts people per step, as counted
 */
export function warnAboutFunnel(
  { steps, exclusions, order }: FunnelQuery,
  counts: readonly { count: number }[],
): string[] {
  const warn = (what: string, condition: Condition) => {
    const fault = findFault(condition);
    return fault === null ? [] : [`${what}: ${fault}`];
  };
  return [
    ...steps.flatMap((step, index) => {
      // Without an order, a count is not that of one step.
      const taken = (order === 'unordered' ? counts.at(-1) : counts[index])?.count ?? 0;
      return taken > 0 ? [] : warn(`step ${index + 1}`, step);
    }),
    ...exclusions.flatMap((exclusion, index) => warn(`exclusion ${index + 1}`, exclusion)),
  ];
}

type Condition = Pick<FunnelStep, 'event' | 'properties'>;

function findFault({ event, properties }: Condition): string | null {
  const known = event === null ? [...EVENTS.values()] : [EVENTS.get(event) ?? {}];
  if (event !== null && !EVENTS.has(event)) return absent('event', event, [...EVENTS.keys()]);
  for (const [name, value] of Object.entries(properties)) {
    const schemas = known.flatMap((shape) =>
      Object.hasOwn(shape, name) ? [Reflect.get(shape, name)] : [],
    );
    if (schemas.length === 0) {
      const of = event === null ? '' : ` of ${event}`;
      return absent(`property${of}`, name, known.flatMap(Object.keys));
    }
    // A condition compares as text, so "25" may stand for 25.
    const meets = [value, String(value), Number(value)].some((form) =>
      schemas.some((schema) => schema.safeParse(form).success),
    );
    if (!meets) return `${name} is never ${JSON.stringify(value)}`;
  }
  return null;
}

const absent = (what: string, name: string, known: readonly string[]) =>
  `there is no ${what} called ${JSON.stringify(name)}; expected one of ${known.join(', ')}${didYouMean(name, known)}`;
