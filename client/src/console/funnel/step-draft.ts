import type { EventName, EventProperties } from '#shared/events';
import { formatStep, parseStep } from '#shared/funnel-step-text';
import type { SignupType } from '#shared/signups';
import { DEFAULT_PRESET, presetSteps } from '#shared/site-funnels';

/** A step in the editor. */
export interface StepDraft {
  /** Identifies a draft while it moves. */
  key: number;
  /** The name of the event; null means any event. */
  event: string | null;
  properties: Readonly<Record<string, string | number | boolean>>;
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

let lastKey = 0;
export const newDraft = (step: Omit<StepDraft, 'key'>): StepDraft => ({ ...step, key: ++lastKey });

/**
 * Returns drafts of the address's steps. If the address has no steps, or one that cannot be read, the drafts are
 * those of the site's own funnel.
 */
export function draftsOf(steps: readonly string[]): StepDraft[] {
  try {
    const own = steps.map(parseStep);
    return (own.length > 0 ? own : presetSteps(DEFAULT_PRESET)).map(({ event, properties }) =>
      newDraft({ event, properties }),
    );
  } catch {
    return draftsOf([]);
  }
}

/** Returns the steps as the address holds them; an empty array for the site's own funnel. */
export function stepsOf(drafts: readonly StepDraft[]): string[] {
  const steps = drafts.map(formatStep);
  return steps.join() === presetSteps(DEFAULT_PRESET).map(formatStep).join() ? [] : steps;
}

/** Returns the site's own funnel with its last step limited to one signup path. */
export const siteFunnelFor = (formType: SignupType): StepDraft[] =>
  presetSteps(DEFAULT_PRESET).map(({ event, properties }) =>
    newDraft({
      event,
      properties: event === 'form_submit' ? { ...properties, form_type: formType } : properties,
    }),
  );
