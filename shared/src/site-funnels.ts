import type { EventName } from './events.ts';
import type { FunnelQuery, FunnelStep } from './funnel.ts';
import type { FunnelBreakdown } from './funnel-breakdowns.ts';
import { formatStep } from './funnel-step-text.ts';

export const PRESETS = ['signup', 'top', 'button', 'reading', 'form'] as const;
export type Preset = (typeof PRESETS)[number];
export const DEFAULT_PRESET: Preset = 'signup';

interface PresetStep extends FunnelStep {
  event: EventName;
}
export interface LabelledStep extends PresetStep {
  label: string;
}

export interface FunnelPreset {
  label: string;
  steps: readonly PresetStep[];
  order: FunnelQuery['order'];
  breakdown: FunnelBreakdown | null;
  /** See `amongFirst` of the funnel's query. */
  amongFirst: boolean;
}

const seen = (section_name: string): PresetStep => ({
  event: 'section_view',
  properties: { section_name },
});

const top = seen('hero');
const form = seen('signup');
const pipeline = seen('pipeline');
const benefits = seen('benefits');
const pressed: PresetStep = { event: 'button_click', properties: {} };
const sent: PresetStep = { event: 'form_submit', properties: {} };
const signedUp: PresetStep = { event: 'form_submit', properties: { event_label: 'success' } };

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
    steps: [top, pipeline, benefits, form],
  },
  form: {
    ...IN_ORDER,
    label: 'Form',
    // The event that says that the form was sent also says how that ended.
    steps: [form, sent, { ...signedUp, sameEvent: true }],
  },
};

/** Returns a preset's steps as a funnel's query holds them. */
export const presetSteps = (preset: Preset): FunnelStep[] => [...FUNNEL_PRESETS[preset].steps];

// What people call the steps, apart from them: the console gets these words from the server.
const TOP = 'Saw the top of the page';
const FORM = 'Saw the signup section';
const PRESSED = 'Pressed a signup button';
const SENT = 'Sent the form';
const SIGNED_UP = 'Signed up';
const STEP_LABELS: Readonly<Record<Preset, readonly string[]>> = {
  signup: [FORM, SIGNED_UP],
  top: [TOP, FORM, SIGNED_UP],
  button: [PRESSED, FORM, SIGNED_UP],
  reading: [TOP, 'Read on to the pipeline', 'Read on to the benefits', 'Read on to the signup'],
  form: [FORM, SENT, SIGNED_UP],
};

/** Returns a preset's steps with what people call them there. */
export const labelledSteps = (preset: Preset): LabelledStep[] =>
  FUNNEL_PRESETS[preset].steps.map((step, index) => ({
    ...step,
    label: STEP_LABELS[preset][index] ?? '',
  }));

/** What people call the steps of the presets elsewhere. */
export const LABELLED_STEPS: readonly LabelledStep[] = [
  { ...top, label: TOP },
  { ...pipeline, label: 'Saw the pipeline section' },
  { ...benefits, label: 'Saw the benefits section' },
  { ...form, label: FORM },
  { ...pressed, label: PRESSED },
  { ...sent, label: SENT },
  { ...signedUp, label: SIGNED_UP },
];

/** Returns whether a funnel of the site's own has this step. Then also a viewer may ask for it, however few took it. */
export const isOwnStep = ({ event, properties }: FunnelStep): boolean =>
  LABELLED_STEPS.map(formatStep).includes(formatStep({ event, properties }));

/** What people call a step by its event alone. */
export const EVENT_LABELS: Readonly<Record<EventName, string>> = {
  section_view: 'Saw a section',
  scroll: 'Scrolled',
  button_click: PRESSED,
  form_submit: SENT,
};
