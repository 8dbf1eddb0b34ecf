import type { Envelope, EventContext, EventProperties, WireEvent } from '#shared/events';

/** Returns what the page would send about this visit: one event of each kind, with the values of the visit. */
export function recordOfVisit(
  context: EventContext,
  newId: () => string,
): Omit<Envelope, 'events'> & { events: WireEvent[] } {
  const sentAt = new Date().toISOString();
  const one: EventProperties = {
    scroll: { percent_scrolled: percentScrolled() },
    section_view: { section_name: 'hero' },
    button_click: { button_name: 'Notify me', click_location: 'hero' },
    form_submit: { ...typedIntoForm(), event_label: 'success' },
  };
  return {
    consentId: newId(),
    sessionId: newId(),
    sentAt,
    context,
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
