import type { EventName, EventProperties } from '#shared/events';
import { formatStep } from '#shared/funnel-step-text';
import type { ViewAddress } from '../address/view-address.ts';
import { stepsIn } from './chosen-funnel.ts';

/** A step in the editor. */
export interface StepDraft {
  /** Identifies a draft while it moves. */
  key: number;
  /** The name of the event; null means any event. */
  event: string | null;
  properties: Readonly<Record<string, string | number | boolean>>;
  /** The event that took the step before may take this one too. */
  sameEvent: boolean;
}

/**
 * The properties of each event that a step can filter by: those with few values. They are written out here and
 * checked against the schema by the types and a test. If they were imported from analytics, the build would
 * split them into a shared file, which visitors would have to download.
 */
export const ASKABLE = {
  section_view: { section_name: ['hero', 'pipeline', 'benefits', 'signup'] },
  scroll: { percent_scrolled: ['25', '50', '75', '90', '100'] },
  button_click: { click_location: ['header', 'hero', 'menu'] },
  form_submit: {
    form_type: ['notifyme', 'beta'],
    event_label: ['success', 'duplicate', 'error'],
  },
} as const satisfies {
  [N in EventName]: {
    [P in keyof EventProperties[N]]?: readonly `${EventProperties[N][P] & (string | number)}`[];
  };
};

/** The name of a property that a step can filter by. */
export type AskableProperty = { [N in EventName]: keyof (typeof ASKABLE)[N] }[EventName];

/** The key is unlike those of drafts that were kept from before. */
export const newDraft = (step: Omit<StepDraft, 'key'>): StepDraft => ({
  ...step,
  key: Math.random(),
});

type Chosen = Pick<ViewAddress, 'preset' | 'steps'>;

/** Returns drafts of the address's steps. */
export const draftsOf = (chosen: Chosen): StepDraft[] =>
  stepsIn(chosen).map((step) => newDraft({ ...step, sameEvent: step.sameEvent === true }));

/** Returns the steps as the address holds them; an empty array if they are still those of its preset. */
export function stepsOf(
  drafts: readonly StepDraft[],
  { preset }: Pick<Chosen, 'preset'>,
): string[] {
  const steps = drafts.map(({ event, properties, sameEvent }, index) =>
    // The first step has no earlier one whose event it could be.
    formatStep({ event, properties, ...(sameEvent && index > 0 && { sameEvent }) }),
  );
  const usual = stepsIn({ preset, steps: [] }).map(formatStep);
  return steps.join() === usual.join() ? [] : steps;
}
