import { DEFAULT_WINDOW_SECONDS } from '#shared/funnel';
import { formatStep } from '#shared/funnel-step-text';
import type { FunnelDefinition, FunnelsReport, SavedFunnel } from '#shared/saved-funnels';
import { FUNNEL_PRESETS, PRESETS, presetSteps } from '#shared/site-funnels';
import { isSharedProperty } from '../console/viewed-figures.ts';
import type { Issue } from '../issues.ts';
import type { Params } from '../query-params.ts';
import { type FunnelQuestion, parseFunnelParams } from './funnel-params.ts';

const DAY_SECONDS = 86_400;

/** Returns the parameters that ask for a saved funnel. */
export const paramsOf = ({ steps, order, window, breakdown, among }: FunnelDefinition): Params => ({
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

/** @throws for steps that {@link stepIssues} refuses: they were checked before they were saved */
export function questionOf(funnel: FunnelDefinition): FunnelQuestion {
  const parsed = parseFunnelParams(paramsOf(funnel));
  if (parsed.ok) return parsed;
  throw new Error(`a saved funnel cannot be read: ${parsed.issues[0]?.message}`);
}

/** Returns whether a step names a property that only GROWTH_TOKEN may ask for. */
export const asksAboutPeople = ({ query }: Pick<FunnelQuestion, 'query'>): boolean =>
  query.steps.some(({ properties }) =>
    Object.keys(properties).some((name) => !isSharedProperty(name)),
  );

const PRESET_FUNNELS: FunnelsReport['funnels'] = PRESETS.map((preset) => {
  const { label, order, breakdown, amongFirst } = FUNNEL_PRESETS[preset];
  return {
    id: null,
    preset,
    name: label,
    steps: presetSteps(preset).map(formatStep),
    order,
    window: DEFAULT_WINDOW_SECONDS / DAY_SECONDS,
    breakdown,
    among: amongFirst ? 'first' : null,
  };
});

/** Returns the site's own funnels, then the saved ones. */
export const listFunnels = (saved: readonly SavedFunnel[]): FunnelsReport => ({
  funnels: [...PRESET_FUNNELS, ...saved.map((funnel) => ({ preset: null, ...funnel }))],
});
