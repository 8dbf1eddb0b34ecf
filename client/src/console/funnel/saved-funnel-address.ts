import { DEFAULT_WINDOW_DAYS } from '#shared/funnel-limits';
import { formatStep } from '#shared/funnel-step-text';
import type { FunnelsReport } from '#shared/saved-funnels';
import { formatAddress, type ViewAddress } from '../address/view-address.ts';
import { stepsIn, withSteps } from './chosen-funnel.ts';

type Funnel = FunnelsReport['funnels'][number];

/** Returns the change that shows a saved funnel. */
export const showSaved = ({ steps, order, window, breakdown, among }: Funnel) =>
  ({
    preset: '',
    steps,
    order: order === 'ordered' ? '' : order,
    window: window === DEFAULT_WINDOW_DAYS ? '' : String(window),
    breakdown: breakdown ?? '',
    among: among ?? '',
  }) satisfies Partial<ViewAddress>;

/**
 * Returns the funnel of the team that the address shows, however it is broken down. One of the site's own may have the same steps.
 */
export function findSaved(funnels: readonly Funnel[], address: ViewAddress): Funnel | undefined {
  const shows = (breakdown?: string) => (funnel: Funnel) =>
    funnel.id &&
    formatAddress({
      ...address,
      ...showSaved(funnel),
      ...(breakdown !== undefined && { breakdown }),
    }) === formatAddress(address);
  return funnels.find(shows()) ?? funnels.find(shows(address.breakdown));
}

/** A change to the steps that were saved, unless another funnel was chosen meanwhile. @param of the address when they were */
export const showSteps = (steps: readonly string[], of: ViewAddress) => (now: ViewAddress) =>
  now.preset === of.preset && now.steps.join('\n') === of.steps.join('\n')
    ? withSteps(now, steps)
    : {};

/** Returns the funnel that the address would show with these steps, as the API takes it. */
export function toSave(address: ViewAddress, ownSteps: readonly string[]) {
  const own = ownSteps.length > 0 ? ownSteps : stepsIn({ ...address, steps: [] }).map(formatStep);
  const { steps, order, among, breakdown } = withSteps(address, own);
  return {
    steps,
    order: order || 'ordered',
    window: Number(address.window || DEFAULT_WINDOW_DAYS),
    breakdown: breakdown || null,
    among: among || null,
  };
}
