import type { EventName } from './events.ts';
import type { FunnelStep } from './funnel.ts';
import type { SignupType } from './signups.ts';

export interface LabelledStep extends FunnelStep {
  label: string;
  event: EventName;
}

const seen = (section_name: string): LabelledStep => ({
  label: `${section_name} viewed`,
  event: 'section_view',
  properties: { section_name },
});

/** The path through the home page, from the first section seen to a successful signup. */
export const SITE_FUNNEL: readonly LabelledStep[] = [
  seen('hero'),
  seen('pipeline'),
  seen('benefits'),
  seen('signup'),
  { label: 'call to action pressed', event: 'button_click', properties: {} },
  { label: 'signed up', event: 'form_submit', properties: { event_label: 'success' } },
];

/** Returns the same path, to a signup of one kind. */
export const signupFunnel = (type: SignupType): LabelledStep[] =>
  SITE_FUNNEL.map((step) =>
    step.event === 'form_submit'
      ? { ...step, properties: { ...step.properties, form_type: type } }
      : step,
  );
