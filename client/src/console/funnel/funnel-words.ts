import type { EventName } from '#shared/events';
import type { FunnelBreakdown, FunnelQuery } from '#shared/funnel';
import type { Preset } from '#shared/site-funnels';
import { growthText } from '../console-words.ts';

export const growthFunnel = {
  heading: 'Funnel',
  lead: 'People who agreed to be measured. Each counts once, by their best attempt, as in PostHog.',
  presets: {
    label: 'Funnel',
    questions: {
      signup: 'Of those who saw the signup section, how many signed up?',
      top: 'How many get from the top of the page to the signup?',
      button: 'Which button leads to signups?',
      reading: 'How far down the page do people read?',
      form: 'How many send the form, and with what outcome?',
    } satisfies Record<Preset, string>,
    own: 'Own steps',
    ownNote: 'Your own steps.',
  },
  figures: {
    measured: 'People measured',
    measuredNote: 'with any event, also if they agreed earlier',
    conversion: 'Conversion',
    median: 'Median time',
    p90: 'Nine of ten within',
    timeNote: 'from first to last step',
    confirmed: 'Confirmed signups',
    confirmedNote: (confirmed: string, signups: string) =>
      `${confirmed} of ${signups} in the signups table, measured or not`,
  },
  table: {
    caption: 'People per step',
    step: 'Step',
    losses: 'Left before the next step',
    people: 'People',
    ofFirst: 'Of first',
    ofPrevious: 'Of previous',
    time: 'Time to step',
    mean: (time: string) => `mean ${time}`,
    medianSeconds: 'Median seconds to step',
    meanSeconds: 'Mean seconds to step',
    largestLoss: 'the largest loss',
    lost: (count: string, isLargest: boolean) =>
      `${count} left here${isLargest ? ', the largest loss' : ''}`,
  },
  empty: {
    heading: 'Nobody took the first step in this period',
    text: 'Once visitors agree to be measured and see the first section, this view shows how many took each step and how long it took. Try another period.',
  },
  controls: {
    chosen: (name: string, by: string | null) => (by ? `${name}, by ${by.toLowerCase()}` : name),
    breakdown: 'Break down by',
    order: 'Order',
    window: 'Within',
    amongFirst: 'Only people who took step 1',
  },
  breakdowns: {
    none: 'Nothing',
    ...growthText.by,
    form_type: 'Form',
    event_label: 'Outcome',
    click_location: 'Place of the button',
  } satisfies Record<FunnelBreakdown | 'none', string>,
  orders: {
    ordered: 'In order',
    strict: 'In strict order',
    unordered: 'In any order',
  } satisfies Record<FunnelQuery['order'], string>,
  windows: {
    '1': '1 day',
    '7': '7 days',
    '14': '14 days',
    '30': '30 days',
    '90': '90 days',
  },
  breakdown: {
    heading: (by: string) => `By ${by.toLowerCase()}`,
    note: 'Each person counts under the first value in their events. Rates are of the first step.',
    compared: 'Each row is compared with all other rows together.',
    value: 'Value',
    others: (count: number) => `${count} others`,
    ofFirst: (label: string) => `${label}, of first`,
    rest: 'Against the rest',
  },
  overTime: {
    caption: 'Conversion over time',
    note: 'By the time of the first step. The band is the 95 % interval. People who started late may still finish.',
    units: { hour: 'Hour', day: 'Day', week: 'Week' },
    started: 'Started',
    finished: 'Finished',
    conversion: 'Conversion',
    earlier: 'Earlier',
    earlierNote: (started: string, finished: string) =>
      `Before the first point of this chart: ${started} started, ${finished} finished. A chart has at most 1,200 weeks, and a wrong clock can date events decades back.`,
  },
  time: {
    caption: 'Time to convert',
    empty: 'Nobody took the last step in this period.',
    note: (median: string, p90: string) =>
      `From the first step to the last, half of the people took at most ${median}, and nine of ten at most ${p90}.`,
    took: 'Time',
    people: 'People',
  },
  editor: {
    summary: 'Change the steps',
    step: (position: number) => `Step ${position}`,
    event: 'What they did',
    anyEvent: 'Anything',
    events: {
      section_view: 'Saw a section',
      scroll: 'Scrolled',
      button_click: 'Pressed a button',
      form_submit: 'Sent the form',
    } satisfies Record<EventName, string>,
    properties: {
      section_name: 'Section',
      percent_scrolled: 'Percent of the page',
      click_location: 'Place of the button',
      form_type: 'Form',
      event_label: 'Outcome',
    },
    anyProperty: 'Any',
    sameEvent: (before: number) => `May be the same event as step ${before}`,
    up: (position: number) => `Move step ${position} up`,
    down: (position: number) => `Move step ${position} down`,
    remove: (position: number) => `Remove step ${position}`,
    add: 'Add a step',
    apply: 'Show this funnel',
  },
};
