import type { EventName, EventProperties } from '#shared/events';
import { formatStep, parseStep } from '#shared/funnel-step-text';
import type { SignupType } from '#shared/signups';
import { SITE_FUNNEL } from '#shared/site-funnels';

/** A step while it is being changed. */
export interface StepDraft {
  /** Tells drafts apart while they move. */
  key: number;
  /** Null is any event. */
  event: string | null;
  properties: Readonly<Record<string, string | number | boolean>>;
}

/**
 * What a step can ask of each event: the properties that have few values. Written out, and held to the schema by
 * the types and a test: a module that analytics has too would be a file of its own, which visitors had to fetch.
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

/** Of the address's steps; of the site's own where there are none, or none that can be read. */
export function draftsOf(steps: readonly string[]): StepDraft[] {
  try {
    const own = steps.map(parseStep);
    return (own.length > 0 ? own : SITE_FUNNEL).map(({ event, properties }) =>
      newDraft({ event, properties }),
    );
  } catch {
    return draftsOf([]);
  }
}

/** As they stand in the address; the site's own are none. */
export function stepsOf(drafts: readonly StepDraft[]): string[] {
  const steps = drafts.map(formatStep);
  return steps.join() === SITE_FUNNEL.map(formatStep).join() ? [] : steps;
}

/** The site's own funnel, with its last step for one path alone. */
export const siteFunnelFor = (formType: SignupType): StepDraft[] =>
  SITE_FUNNEL.map(({ event, properties }) =>
    newDraft({
      event,
      properties: event === 'form_submit' ? { ...properties, form_type: formType } : properties,
    }),
  );
