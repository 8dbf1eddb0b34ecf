import type { EventName, EventProperties } from '#shared/events';
import type { MyData } from '#shared/my-data';

/** Words of the panel on /cookies that shows what is held about this browser. */
export const myDataContent = {
  choice: {
    gpc: 'Your browser sends the Global Privacy Control signal, which counts as a no. You are not asked and nothing is measured.',
    unknown:
      'You have not made a choice yet. Nothing is measured, and nothing is stored on your device.',
    granted: (date: string) => `You accepted analytics on ${date}.`,
    refused: (date: string) => `You rejected analytics on ${date}.`,
    identifier: 'Your identifier here is',
    noIdentifier: 'This browser has no identifier here, so nothing is held about it.',
  },
  loading: 'Looking up what is held under your identifier…',
  failed: 'What is held could not be looked up. Check your connection and try again.',
  retry: 'Try again',
  needsScript: 'Showing what is held about this browser needs JavaScript.',
  nothing: 'Nothing is held under your identifier yet.',
  caption: (shown: number, total: number) =>
    shown < total ? `The latest ${shown} of ${total} records` : `All ${total} records`,
  head: { time: 'Time', what: 'What is recorded', where: 'Page' },
  download: 'Download my data',
  delete: 'Delete my data',
  question:
    'Delete everything that is held under your identifier? This also turns analytics off. This cannot be undone.',
  keep: 'Keep my data',
  confirm: 'Yes, delete my data',
  deleting: 'Deleting...',
  outcome: 'Your data',
  deleteFailed: 'Your data could not be deleted. Check your connection and try again.',
  deleted: (events: number) =>
    `Deleted: ${events === 1 ? '1 event' : `${events} events`}. Analytics is off, and this browser has no identifier here any more. That you once consented, and withdrew, stays on record as the proof that the law asks for.`,
  posthog: (host: string) =>
    `What was passed on to PostHog at ${host} before cannot be found there by this identifier; it stays until PostHog’s retention period ends.`,
  fileName: 'my-data.json',
} as const;

/** Of each event, from its properties. */
type Described = {
  [N in EventName]: (told: Record<keyof EventProperties[N], string | number>) => string;
};

const DESCRIPTIONS: Described = {
  scroll: ({ percent_scrolled }) => `You scrolled ${percent_scrolled} percent of the way down`,
  section_view: ({ section_name }) => `You saw the section “${section_name}”`,
  button_click: ({ button_name, click_location }) =>
    `You pressed “${button_name}” (${click_location})`,
  form_submit: ({ form_type, event_label, email_domain }) =>
    `You sent the form “${form_type}”: ${event_label} (e-mail domain ${email_domain})`,
};
const isKnown = (name: string): name is EventName => Object.hasOwn(DESCRIPTIONS, name);

/** One recorded event in words. An event that came another way, by an import for example, is told as it stands. */
export function describeEvent({ name, properties }: MyData['events'][number]): string {
  const describe = isKnown(name) && (DESCRIPTIONS[name] as (told: object) => string);
  return describe ? describe(properties) : `${name} ${JSON.stringify(properties)}`;
}

/** One decision in words. */
export function describeConsent(consent: MyData['consents'][number]): string {
  const what = consent.analytics ? 'You accepted analytics' : 'You turned analytics off';
  return `${what} (${consent.gpc ? 'Global Privacy Control' : consent.source}, text ${consent.revision})`;
}
