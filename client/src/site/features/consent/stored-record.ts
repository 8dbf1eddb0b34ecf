import type { Envelope, EventContext, EventProperties, WireEvent } from '#shared/events';
import type { Language } from '#shared/site-languages';

/** What of the analytics code tells where a visit is. That code is passed in: features do not import each other. */
export interface AnalyticsCode {
  startAnalytics(options: {
    language: Language;
    consentId: string;
    newId(): string;
    onRefused(): void;
    onOutdated(): void;
    openTracker(options: { context(): EventContext }): SilentTracker;
  }): { dispose(): void };
}
type SilentTracker = typeof silent;

/** Neither keeps nor sends anything. */
const silent = { track() {}, flush() {}, resume() {}, newContext() {}, dispose() {} };

/**
 * Returns what the page would send about this visit: one event of each kind, with the values of the visit. The context
 * comes from the code that measures, which is stopped at once.
 */
export function recordOfVisit(
  { startAnalytics }: AnalyticsCode,
  language: Language,
  newId: () => string,
): Omit<Envelope, 'events'> & { events: WireEvent[] } {
  const consentId = newId();
  const contexts: EventContext[] = [];
  const openTracker = (options: { context(): EventContext }) => {
    contexts.push(options.context());
    return silent;
  };
  const onRefused = () => {};
  startAnalytics({
    language,
    consentId,
    newId,
    onRefused,
    onOutdated: onRefused,
    openTracker,
  }).dispose();
  const sentAt = new Date().toISOString();
  const one: EventProperties = {
    scroll: { percent_scrolled: percentScrolled() },
    section_view: { section_name: 'hero' },
    button_click: { button_name: 'Notify me', click_location: 'hero' },
    form_submit: { ...typedIntoForm(), event_label: 'success' },
  };
  return {
    consentId,
    sessionId: newId(),
    sentAt,
    context: contexts[0],
    events: Object.entries(one).map(
      ([name, properties]) => ({ id: newId(), timestamp: sentAt, name, properties }) as WireEvent,
    ),
  };
}

/** The highest milestone passed, by the rule of `scroll-milestones.ts`; the first one before that. */
function percentScrolled() {
  const way = document.documentElement.scrollHeight - innerHeight;
  // Not the shared list, which would leave the analytics code for a file of its own.
  return ([100, 90, 75, 50] as const).find((percent) => scrollY + 1 >= (way * percent) / 100) ?? 25;
}

/** What the signup form would report if it were sent now. */
function typedIntoForm() {
  const field = document.querySelector<HTMLInputElement>('#signup [name="email"]');
  const domain = field?.value.trim().toLowerCase().split('@')[1];
  const isBeta = document.querySelector('#signup-tab-beta[aria-selected="true"]') !== null;
  return {
    form_type: isBeta ? ('beta' as const) : ('notifyme' as const),
    email_domain: domain?.includes('.') ? domain : 'example.org',
  };
}
