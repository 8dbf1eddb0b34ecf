import type { EventName } from './events.ts';
import type { FunnelQuery, FunnelStep } from './funnel.ts';
import type { FunnelBreakdown } from './funnel-breakdowns.ts';
import { formatStep } from './funnel-step-text.ts';

export const PRESETS = ['signup', 'top', 'button', 'reading', 'form'] as const;
export type Preset = (typeof PRESETS)[number];
export const DEFAULT_PRESET: Preset = PRESETS[0];

export interface LabelledStep extends FunnelStep {
  label: string;
  event: EventName;
}

export interface FunnelPreset {
  label: string;
  steps: readonly LabelledStep[];
  order: FunnelQuery['order'];
  breakdown: FunnelBreakdown | null;
  /** See `amongFirst` of the funnel's query. */
  amongFirst: boolean;
}

const seen = (section_name: string, label: string): LabelledStep => ({
  label,
  event: 'section_view',
  properties: { section_name },
});

const top = seen('hero', 'Saw the top of the page');
const form = seen('signup', 'Saw the signup section');
const pipeline = seen('pipeline', 'Saw the pipeline section');
const benefits = seen('benefits', 'Saw the benefits section');
const pressed: LabelledStep = {
  label: 'Pressed a signup button',
  event: 'button_click',
  properties: {},
};
const sent: LabelledStep = { label: 'Sent the form', event: 'form_submit', properties: {} };
const signedUp: LabelledStep = {
  label: 'Signed up',
  event: 'form_submit',
  properties: { event_label: 'success' },
};

const IN_ORDER = { order: 'ordered', breakdown: null, amongFirst: false } as const;

/**
 * The funnels of the site, on every surface alike: the console, `npm run growth -- funnel` and PostHog's dashboard. Each
 * counts everybody who took its path, whichever way they came to it: docs/decisions/012-funnels-as-posthog-counts-them.md.
 */
export const FUNNEL_PRESETS: Readonly<Record<Preset, FunnelPreset>> = {
  /** Has no step before the form: somebody who agrees to be measured only there has no earlier events. */
  signup: { ...IN_ORDER, label: 'Signup', steps: [form, signedUp] },
  top: { ...IN_ORDER, label: 'From the top', steps: [top, form, signedUp] },
  button: {
    ...IN_ORDER,
    label: 'By button',
    steps: [pressed, form, signedUp],
    breakdown: 'click_location',
  },
  /**
   * In the order of the page: a press on a button passes the sections between, which are not seen then. So fewer read on to the
   * signup section than see it, and the steps have names of their own.
   */
  reading: {
    ...IN_ORDER,
    label: 'Reading',
    steps: [
      top,
      { ...pipeline, label: 'Read on to the pipeline' },
      { ...benefits, label: 'Read on to the benefits' },
      { ...form, label: 'Read on to the signup' },
    ],
  },
  form: {
    ...IN_ORDER,
    label: 'Form',
    // The event that says that the form was sent also says how that ended.
    steps: [form, sent, { ...signedUp, sameEvent: true }],
  },
};

/** Returns a preset's steps as a funnel's query holds them. */
export const presetSteps = (preset: Preset): FunnelStep[] =>
  FUNNEL_PRESETS[preset].steps.map(({ label: _, ...step }) => step);

/** What people call the steps of the presets. */
export const LABELLED_STEPS: readonly LabelledStep[] = [
  top,
  pipeline,
  benefits,
  form,
  pressed,
  sent,
  signedUp,
];

const LABELLED = new Set(LABELLED_STEPS.map(formatStep));
/** Returns whether a funnel of the site's own has this step. Then also a viewer may ask for it, however few took it. */
export const isOwnStep = ({ event, properties }: FunnelStep): boolean =>
  LABELLED.has(formatStep({ event, properties }));

/** What people call a step by its event alone. */
export const EVENT_LABELS: Readonly<Record<EventName, string>> = {
  section_view: 'Saw a section',
  scroll: 'Scrolled',
  button_click: pressed.label,
  form_submit: sent.label,
};
