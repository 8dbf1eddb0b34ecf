import type { FunnelStep } from '#shared/funnel';
import { canBreakDown } from '#shared/funnel-breakdowns';
import { DEFAULT_WINDOW_DAYS } from '#shared/funnel-limits';
import { formatStep, parseStep } from '#shared/funnel-step-text';
import type { FunnelsReport } from '#shared/saved-funnels';
import { FUNNEL_PRESETS, PRESETS, type Preset, presetSteps } from '#shared/site-funnels';
import { formatIsoDay, type Span } from '#shared/time-buckets';
import { BREAKDOWN_NAMES, formatAddress, type ViewAddress } from '../address/view-address.ts';
import type { ReportParams } from '../api/report-route.ts';
import { describeFilter } from '../ui/filters.tsx';
import { funnelWords as words } from '../words/console-messages.ts';

/** What an address without a preset shows. The API's default is another. */
const FIRST_PRESET: Preset = 'top';
/** The presets in the order of their tabs. */
export const PRESET_TABS = [
  ...new Set<Preset>([FIRST_PRESET, 'reading', 'button', 'form', ...PRESETS]),
];

/** How the address says that the funnel has no breakdown although its preset has one. */
export const NO_BREAKDOWN = 'none';

/** What an address says of a preset that nobody has changed. */
export const UNCHANGED = { steps: [], order: '', among: '', window: '', breakdown: '' };

/** Returns the preset of an address; null for own steps. */
export function presetOf({ preset, steps }: Pick<ViewAddress, 'preset' | 'steps'>): Preset | null {
  if (steps.length > 0) return null;
  return preset === '' ? FIRST_PRESET : (PRESET_TABS.find((known) => known === preset) ?? null);
}

/** Returns the steps of an address: if it has none, or one that cannot be read, those of its preset. */
export function stepsIn({ preset, steps }: Pick<ViewAddress, 'preset' | 'steps'>): FunnelStep[] {
  const usual = () => presetSteps(presetOf({ preset, steps: [] }) ?? FIRST_PRESET);
  try {
    return steps.length > 0 ? steps.map(parseStep) : usual();
  } catch {
    return usual();
  }
}

/** Returns what the preset of an address says, or else what is usual for own steps. */
function usualOf(address: ViewAddress) {
  const preset = presetOf(address);
  return preset
    ? FUNNEL_PRESETS[preset]
    : { order: 'ordered', amongFirst: address.among !== '', breakdown: NO_BREAKDOWN };
}

/** Returns the order of an address's steps: if it names none, the usual one. */
export const orderOf = (address: ViewAddress): string => address.order || usualOf(address).order;

const named = (names: object, name: string): string | undefined =>
  new Map<string, string>(Object.entries(names)).get(name);

/** Returns whether the funnel of an address can be broken down by a property. */
export function isOffered(address: ViewAddress, by: string): boolean {
  const { amongFirst } = usualOf(address);
  const asked = { steps: stepsIn(address), order: orderOf(address), amongFirst };
  return by === NO_BREAKDOWN || canBreakDown(asked, by);
}

/** Returns the breakdown of an address that names none: where people came from is what the team can change. */
export const usualBreakdown = (address: ViewAddress): string =>
  usualOf(address).breakdown ?? 'channel';

/** Returns the breakdown that the address asks for, or else the usual one. */
export const askedBreakdown = (address: ViewAddress): string =>
  address.breakdown || usualBreakdown(address);

/** Returns the same, and none where the steps do not allow it. */
export function chosenBreakdown(address: ViewAddress): string {
  const asked = askedBreakdown(address);
  return isOffered(address, asked) ? asked : NO_BREAKDOWN;
}

/** Returns the words for a breakdown. */
export const breakdownName = (by: string): string => named(BREAKDOWN_NAMES, by) ?? by;

/** Returns the parameters of the funnel's route. Without a parameter the server uses what the preset says. */
export function funnelParams(address: ViewAddress): ReportParams {
  const { steps, preset, order, among, window } = address;
  const breakdown = chosenBreakdown(address);
  return [
    ...steps.map((step) => ['step', step] as const),
    ['preset', steps.length > 0 ? null : preset || FIRST_PRESET],
    ['breakdown', breakdown === NO_BREAKDOWN ? '' : breakdown],
    ['order', order || null],
    ['among', (steps.length > 0 && among) || null],
    ['window', window || null],
  ];
}

/** Returns what a funnel is about: its days, its filters, and the settings that differ from the usual ones. */
export function describeFunnel(address: ViewAddress, { from, to }: Span): string[] {
  const { zone, filters, order, steps, among, window } = address;
  return [
    // The days of an address may not exist.
    Number.isNaN(from) ? '' : `${formatIsoDay(from, zone)} – ${formatIsoDay(to, zone)}`,
    ...filters.map(describeFilter),
    named(words.orders, order) ?? '',
    steps.length > 0 && among !== '' ? words.controls.amongFirst : '',
    window && `${words.controls.window} ${window} d`,
  ].filter(Boolean);
}

/** Returns the change that shows these steps, and keeps what else the address and its preset say of them. */
export function withSteps(address: ViewAddress, steps: readonly string[]) {
  const order = orderOf(address);
  const own = {
    preset: '',
    steps,
    order: order === 'ordered' ? '' : order,
    among: usualOf(address).amongFirst ? 'first' : address.among,
    breakdown: askedBreakdown(address),
  };
  const breakdown = chosenBreakdown({ ...address, ...own });
  return { ...own, breakdown: breakdown === NO_BREAKDOWN ? '' : breakdown };
}

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

/** Returns the funnel of the team that the address shows, however it is broken down. One of the site's own may have the same steps. */
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
