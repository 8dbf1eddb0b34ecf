import { BREAKDOWN_RULE } from '#shared/funnel';
import { DEFAULT_WINDOW_DAYS, MAX_NAME_UNITS } from '#shared/funnel-limits';
import { formatStep } from '#shared/funnel-step-text';
import {
  type FunnelDefinition,
  type FunnelsReport,
  funnelDefinitionSchema,
  type SavedFunnel,
} from '#shared/saved-funnels';
import { FUNNEL_PRESETS, PRESETS, presetSteps } from '#shared/site-funnels';
import type { Issue } from '../../lib/issues.ts';
import type { Params } from '../../lib/query-params.ts';
import { type FunnelParams, type FunnelQuestion, parseFunnelParams } from './funnel-params.ts';

/** Returns the parameters that ask for a saved funnel. */
const paramsOf = ({ steps, order, window, breakdown, among }: FunnelDefinition): Params => ({
  step: steps,
  order: [order],
  window: [String(window)],
  breakdown: [breakdown ?? 'none'],
  ...(among && { among: [among] }),
});

/** Returns what is wrong with a funnel's steps. */
export function stepIssues(funnel: FunnelDefinition): Issue[] {
  const parsed = parseFunnelParams(paramsOf(funnel));
  if (parsed.ok) return [];
  return parsed.issues.map(({ path, message }) => ({
    path: path.replace(/^step\b/, 'steps'),
    message,
  }));
}

/**
 * Parses a saved funnel. One that an earlier version saved with a breakdown that its steps do not allow has none, and says so.
 *
 * @param others replace its settings
 */
export function parseSavedFunnel(funnel: FunnelDefinition, others: Params = {}): FunnelParams {
  const params = { ...paramsOf(funnel), ...others };
  const parsed = parseFunnelParams(params);
  const isOld = !parsed.ok && parsed.issues.every(({ message }) => message === BREAKDOWN_RULE);
  if (!isOld || others['breakdown']) return parsed;
  const whole = parseFunnelParams({ ...params, breakdown: ['none'] });
  const line = `not broken down by ${funnel.breakdown}, as it was saved: ${BREAKDOWN_RULE}`;
  return whole.ok ? { ...whole, warnings: [line] } : whole;
}

/** Returns null for a funnel that this version cannot read. Another version may have saved it. */
export function questionOf(funnel: FunnelDefinition): FunnelQuestion | null {
  if (!funnelDefinitionSchema.safeParse(funnel).success) return null;
  const parsed = parseSavedFunnel(funnel);
  return parsed.ok ? parsed : null;
}

export const isReadable = (funnel: FunnelDefinition): boolean => questionOf(funnel) !== null;

const PRESET_FUNNELS: FunnelsReport['funnels'] = PRESETS.map((preset) => {
  const { label, order, breakdown, amongFirst } = FUNNEL_PRESETS[preset];
  return {
    id: null,
    preset,
    name: label,
    steps: presetSteps(preset).map(formatStep),
    order,
    window: DEFAULT_WINDOW_DAYS,
    breakdown,
    among: amongFirst ? 'first' : null,
  };
});

/** Returns the funnel with this name, as it is typed: with other spaces around it, or its letters composed otherwise. */
export function findFunnel(saved: readonly SavedFunnel[], name: string): SavedFunnel | undefined {
  if (name.length > MAX_NAME_UNITS) return undefined;
  const composed = name.trim().normalize('NFC');
  return saved.find((funnel) => funnel.name === composed);
}

/** Returns the funnel of another name that asks the same. An address that shows one of them could not tell which. */
export function findEqual(
  saved: readonly SavedFunnel[],
  { name, ...asked }: FunnelDefinition & Pick<SavedFunnel, 'name'>,
): SavedFunnel | undefined {
  const own = JSON.stringify(paramsOf(asked));
  return saved.find((other) => other.name !== name && JSON.stringify(paramsOf(other)) === own);
}

/** Returns the site's own funnels, then the saved ones that this version can read. */
export const listFunnels = (saved: readonly SavedFunnel[]): FunnelsReport => ({
  funnels: [
    ...PRESET_FUNNELS,
    ...saved.filter(isReadable).map((funnel) => ({ preset: null, ...funnel })),
  ],
});
