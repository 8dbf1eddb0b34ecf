import type { EventName, EventProperties } from './events.ts';
import { TRAFFIC_FIELDS } from './traffic-fields.ts';

/** The properties of events that a funnel may be broken down by. */
const OF_EVENTS = {
  form_submit: ['form_type', 'event_label'],
  button_click: ['click_location', 'button_name'],
} as const satisfies { [N in EventName]?: readonly (keyof EventProperties[N])[] };

/** What a funnel can be broken down by. Each person counts under the first value in their events. */
export const FUNNEL_BREAKDOWNS = [
  ...TRAFFIC_FIELDS,
  ...OF_EVENTS.form_submit,
  ...OF_EVENTS.button_click,
] as const;
export type FunnelBreakdown = (typeof FUNNEL_BREAKDOWNS)[number];

const propertiesOf = new Map<string | null, readonly string[]>(Object.entries(OF_EVENTS));
const ofVisits: readonly string[] = TRAFFIC_FIELDS;

interface Counted {
  steps: readonly { event: string | null; properties: object }[];
  order: unknown;
  amongFirst: boolean;
}

/**
 * Returns whether everybody in a funnel has a value to be counted under, whatever they did after the first step: a value of the
 * visit, or of the first step's event. People who got further would otherwise be compared with all the rest for getting further.
 */
export function canBreakDown({ steps, order, amongFirst }: Counted, by: string): boolean {
  if (ofVisits.includes(by)) return true;
  // Without an order, people may have taken any of the steps instead of the first.
  const tookFirst = order !== 'unordered' || amongFirst || steps.length === 1;
  const own = propertiesOf.get(steps[0]?.event ?? null) ?? [];
  const isAsked = steps.some(({ properties }) => Object.hasOwn(properties, by));
  return tookFirst && own.includes(by) && !isAsked;
}
