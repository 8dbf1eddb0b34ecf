import type { EventName, EventProperties } from '#shared/events';
import type { MyData } from '#shared/my-data';

/** Words of the panel on /cookies that shows what is held about this browser. */
export const myDataContent = {
  choice: {
    gpc: 'Your browser sends the Global Privacy Control signal, which counts as a no. You are not asked, and nothing is measured.',
    unknown: 'You have not chosen yet. Nothing is measured, and nothing is stored on your device.',
    granted: (date: string) => `You accepted analytics on ${date}.`,
    refused: (date: string) => `You rejected analytics on ${date}.`,
    identifier: 'Your identifier here is',
    noIdentifier: 'This browser has no identifier here, so we hold nothing about it.',
  },
  loading: 'Looking up what we hold under your identifier…',
  failed: 'Your data could not be looked up. Check your connection and try again.',
  retry: 'Try again',
  needsScript: 'You need JavaScript to see what we hold about this browser.',
  nothing: 'We hold nothing under your identifier yet.',
  caption: (shown: number, total: number) => {
    if (shown < total) return `The latest ${shown} of ${total} records`;
    return total === 1 ? 'One record' : `All ${total} records`;
  },
  head: { time: 'Time', what: 'What is recorded', where: 'Page' },
  download: 'Download my data',
  delete: 'Delete my data',
  question:
    'Delete everything we hold under your identifier? This also turns analytics off. It cannot be undone.',
  keep: 'Keep my data',
  confirm: 'Yes, delete my data',
  deleting: 'Deleting...',
  outcome: 'Your data',
  deleteFailed: 'Your data could not be deleted. Check your connection and try again.',
  deleted: (events: number) =>
    `Deleted: ${events === 1 ? '1 event' : `${events} events`}. Analytics is off, and this browser no longer has an identifier here. We keep a record that you consented and withdrew, because the law requires this proof.`,
  posthog: (host: string) =>
    `Events already sent to PostHog at ${host} cannot be found there by this identifier. They stay until PostHog’s retention period ends.`,
  fileName: 'my-data.json',
} as const;

/** Of each event, from its properties. */
type Described = {
  [N in EventName]: (told: Record<keyof EventProperties[N], string | number>) => string;
};

const DESCRIPTIONS: Described = {
  scroll: ({ percent_scrolled }) => `You scrolled ${percent_scrolled} per cent of the way down`,
  section_view: ({ section_name }) => `You saw the section “${section_name}”`,
  button_click: ({ button_name, click_location }) =>
    `You pressed “${button_name}” (${click_location})`,
  form_submit: ({ form_type, event_label, email_domain }) =>
    `You sent the form “${form_type}”: ${event_label} (e-mail domain ${email_domain})`,
};
const isKnown = (name: string): name is EventName => Object.hasOwn(DESCRIPTIONS, name);

/** Reads a missing property, as an imported event may have, as an empty text. */
const withoutGaps = (properties: object) =>
  new Proxy(properties, { get: (own, name) => Reflect.get(own, name) ?? '' });

/** Returns a recorded event in words. An event with another name, from an import for example, is shown as it is. */
export function describeEvent({ name, properties }: MyData['events'][number]): string {
  const describe = isKnown(name) && (DESCRIPTIONS[name] as (told: object) => string);
  return describe ? describe(withoutGaps(properties)) : `${name} ${JSON.stringify(properties)}`;
}

/** One decision in words. */
export function describeConsent(consent: MyData['consents'][number]): string {
  const what = consent.analytics ? 'You accepted analytics' : 'You turned analytics off';
  return `${what} (${consent.gpc ? 'Global Privacy Control' : consent.source}, text ${consent.revision})`;
}
