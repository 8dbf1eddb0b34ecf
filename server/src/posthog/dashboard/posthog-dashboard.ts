import type { EventName, EventProperties } from '#shared/events';
import { DEFAULT_WINDOW_SECONDS } from '#shared/funnel';
import { type LabelledStep, SITE_FUNNEL, signupFunnel } from '#shared/site-funnels';

/** A dashboard or an insight as PostHog should have it. A tag with the key identifies it. */
export interface WantedResource {
  key: string;
  name: string;
  description: string;
}
export interface WantedInsight extends WantedResource {
  query: object;
}

export interface WantedDashboard {
  dashboard: WantedResource;
  insights: WantedInsight[];
}

/** Describes what the growth team sees in PostHog: the site's funnels, its events, and where people come from. */
export function describeDashboard(brand: string): WantedDashboard {
  return {
    dashboard: {
      key: 'dashboard',
      name: `${brand}: from first sight to signup`,
      description: 'Kept by npm run posthog -- apply; what is changed by hand is put back.',
    },
    insights: [
      {
        key: 'funnel-notify',
        name: 'Funnel: waitlist',
        description: 'From the first sight of the page to a signup for the waitlist.',
        query: funnel(signupFunnel('notifyme')),
      },
      {
        key: 'funnel-beta',
        name: 'Funnel: beta',
        description: 'From the first sight of the page to an application for the beta.',
        query: funnel(signupFunnel('beta')),
      },
      {
        key: 'funnel-by-source',
        name: 'Funnel by source',
        description: 'Signups of either kind, by the first utm_source of each person.',
        query: funnel(SITE_FUNNEL, {
          breakdownFilter: { breakdown: 'utm_source', breakdown_type: 'event' },
        }),
      },
      {
        key: 'visitors-by-source',
        name: 'Visitors by source',
        description: 'People who saw the page, a day, by utm_source.',
        query: trend('section_view', 'utm_source', 'dau'),
      },
      ...(Object.keys(TRENDS) as EventName[]).map(trendOf),
    ],
  };
}

const LAST_30_DAYS = { date_from: '-30d' };

function funnel(steps: readonly LabelledStep[], more: object = {}): object {
  return {
    kind: 'InsightVizNode',
    source: {
      kind: 'FunnelsQuery',
      series: steps.map(({ label, event, properties }) => ({
        kind: 'EventsNode',
        event,
        name: event,
        custom_name: label,
        properties: Object.entries(properties).map(([key, value]) => ({
          type: 'event',
          key,
          operator: 'exact',
          value: [String(value)],
        })),
      })),
      dateRange: LAST_30_DAYS,
      funnelsFilter: {
        funnelOrderType: 'ordered',
        funnelVizType: 'steps',
        funnelWindowInterval: DEFAULT_WINDOW_SECONDS / 86_400,
        funnelWindowIntervalUnit: 'day',
        breakdownAttributionType: 'first_touch',
      },
      ...more,
    },
  };
}

/** How the dashboard shows each event: its heading, and the property that splits its lines. */
const TRENDS: { [N in EventName]: { name: string; by: keyof EventProperties[N] } } = {
  section_view: { name: 'Sections seen', by: 'section_name' },
  scroll: { name: 'Scrolled', by: 'percent_scrolled' },
  button_click: { name: 'Calls to action pressed', by: 'click_location' },
  form_submit: { name: 'Forms sent', by: 'event_label' },
};

function trendOf(event: EventName): WantedInsight {
  const { name, by } = TRENDS[event];
  return {
    key: `trend-${event.replace('_', '-')}`,
    name,
    description: `${event} a day, by ${by}.`,
    query: trend(event, by, 'total'),
  };
}

const trend = (event: string, breakdown: string, math: 'total' | 'dau'): object => ({
  kind: 'InsightVizNode',
  source: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event, name: event, math }],
    dateRange: LAST_30_DAYS,
    interval: 'day',
    trendsFilter: { display: 'ActionsLineGraph' },
    breakdownFilter: { breakdown, breakdown_type: 'event' },
  },
});
