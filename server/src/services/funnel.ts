import type { EventName } from '#shared/events';
import type { PersonEvent, Store } from '../store/store.ts';

export interface FunnelStep {
  label: string;
  event: EventName;
  /** Properties that must have exactly these values. */
  properties: Record<string, string>;
}

/** The main job's result, from first sight to signup. */
export const SIGNUP_FUNNEL: readonly FunnelStep[] = [
  { label: 'hero viewed', event: 'section_view', properties: { section_name: 'hero' } },
  { label: 'signup viewed', event: 'section_view', properties: { section_name: 'signup' } },
  { label: 'signup submitted', event: 'form_submit', properties: { event_label: 'success' } },
];

/** How many people took each step after all the steps before it. */
export async function countFunnel(
  store: Pick<Store, 'visitEventsByPerson'>,
  steps: readonly FunnelStep[],
): Promise<number[]> {
  const people = steps.map(() => 0);
  const names = [...new Set(steps.map(({ event }) => event))];
  let person = '';
  let taken = 0;
  await store.visitEventsByPerson(names, (event) => {
    if (event.consentId !== person) {
      person = event.consentId;
      taken = 0;
    }
    const step = steps[taken];
    if (!step || !matches(event, step)) return;
    people[taken] = (people[taken] ?? 0) + 1;
    taken += 1;
  });
  return people;
}

const matches = (event: PersonEvent, step: FunnelStep) =>
  event.name === step.event &&
  Object.entries(step.properties).every(([key, value]) => event.properties[key] === value);
