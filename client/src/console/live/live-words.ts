export const growthLive = {
  heading: 'Live',
  delivery: {
    heading: 'Delivery to PostHog',
    off: 'Off: POSTHOG_KEY is not set. Events are kept only in this site’s own database.',
    to: 'Delivered to',
    delivered: 'Delivered',
    waiting: 'Waiting',
    oldest: 'Age of the oldest',
    deadLetters: 'Refused by PostHog',
    skipped: 'Not delivered',
    latest: 'Latest delivery',
    never: 'never',
    failure: (at: string) => `The last attempt failed at ${at}`,
    reasons: {
      no_grant: 'never agreed',
      withdrawn: 'agreement withdrawn',
      expired: 'agreement expired',
      other_recipient: 'agreed to another recipient',
    } as Readonly<Record<string, string>>,
    letters: {
      summary: 'Events that PostHog refused',
      event: 'Event',
      reason: 'Why',
      at: 'When',
    },
  },
  tail: {
    heading: 'Latest events',
    lead: 'Only events of visitors who agreed to be measured, the latest first.',
    ids: 'The last characters of each visitor’s id tell them apart.',
    viewed:
      'With GROWTH_VIEWER_TOKEN, you see what five people or more did in a quarter of an hour, a minute after it is over.',
    pause: 'Pause',
    go: 'Resume',
    paused: 'Paused',
    last: (age: string) => `Last event ${age} ago`,
    lastBetween: (from: string, to: string) => `Last event between ${from} and ${to}`,
    none: 'No event yet',
    lost: 'The server cannot be reached. Still trying.',
    empty:
      'No events yet. Visitors who agreed to be measured send one when they see a section, scroll, press a call to action or send a form.',
    appears: 'It appears here a few seconds later.',
    time: (zone: string) => `Time (${zone})`,
    event: 'What somebody did',
    somebody: (source: string | null, did: string) =>
      source ? `Somebody from ${source} ${did}` : `Somebody ${did}`,
    people: (did: string) => `Visitors ${did}`,
    /** What somebody did, by the event and its most telling property. */
    did: {
      section_view: { by: 'section_name', words: (section) => `reached the ${section} section` },
      scroll: { by: 'percent_scrolled', words: (percent) => `scrolled to ${percent}\u00a0%` },
      button_click: {
        by: 'button_name',
        words: (button, place) => `pressed “${button}”${place ? ` in the ${place}` : ''}`,
      },
      form_submit: {
        by: 'event_label',
        words: (outcome) =>
          outcome === 'success'
            ? 'signed up'
            : outcome === 'duplicate'
              ? 'sent the form, but had signed up before'
              : 'sent the form, which failed',
      },
    } as Readonly<
      Record<string, { by: string; words: (value: string, place: string) => string } | undefined>
    >,
    where: 'Where',
    visitor: 'Visitor',
    count: 'People',
  },
};
