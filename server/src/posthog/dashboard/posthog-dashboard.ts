import type { EventName, EventProperties } from '#shared/events';
import { funnelQuerySchema } from '#shared/funnel';
import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { DAY_SECONDS } from '#shared/funnel-limits';
import type { SavedFunnel } from '#shared/saved-funnels';
import { FUNNEL_PRESETS, PRESETS, type Preset } from '#shared/site-funnels';
import { questionOf } from '../../reports/funnel/find-saved-funnel.ts';
import {
  describeQuery,
  type FunnelQuestion,
  presetQuery,
} from '../../reports/funnel/funnel-params.ts';

/** A dashboard or an insight as PostHog should have it. A tag with the key identifies it. */
export interface WantedResource {
  key: string;
  name: string;
  description: string;
  /** Of an insight. */
  query?: object;
}

export interface WantedDashboard {
  dashboard: WantedResource;
  insights: WantedResource[];
}

/**
 * Describes what the growth team sees in PostHog: the site's funnels and those that the team saved, the site's events, and
 * where people come from.
 */
export function describeDashboard(brand: string, saved: readonly SavedFunnel[]): WantedDashboard {
  return {
    dashboard: {
      key: 'dashboard',
      name: `${brand}: from first sight to signup`,
      description: 'Kept by npm run posthog -- apply; what is changed by hand is put back.',
    },
    insights: [
      // Beside the first funnel: the dashboard shows two in a row.
      ...PRESETS.map(funnelOf).toSpliced(1, 0, measured),
      {
        key: 'funnel-by-source',
        name: 'Funnel: Signup by source',
        description: 'The funnel Signup, by the first utm_source of each person.',
        query: funnel(questionOfPreset('signup', { breakdown: 'utm_source' })),
      },
      {
        key: 'visitors-by-source',
        name: 'Visitors by source',
        description: 'People who saw the page, a day, by utm_source.',
        query: trend('section_view', 'utm_source', 'dau'),
      },
      ...saved.flatMap(savedFunnelOf),
      ...(Object.keys(TRENDS) as EventName[]).map(trendOf),
    ],
  };
}

const LAST_30_DAYS = { date_from: '-30d' };

const FUNNEL_NOTES: Record<Preset, string> = {
  signup: 'Everybody who saw the signup section, and who signed up.',
  top: 'From the top of the page to a signup.',
  button: 'From a press on a signup button to a signup, by the place of the button.',
  reading: 'How far people read on: of each section, who saw all those above it first.',
  form: 'Who sent the form. Here each event takes one step, so the dashboard shows who signed up in the funnel Signup.',
};

/** Counts everybody with any event, once each: PostHog draws a number for the whole range, not for each day. */
const measured: WantedResource = {
  key: 'people-measured',
  name: 'People measured',
  description: 'Everybody with any event: of the people who came, those who agreed to be measured.',
  query: trendsQuery(null, 'dau', { trendsFilter: { display: 'BoldNumber' } }),
};

const funnelOf = (preset: Preset): WantedResource => ({
  key: `funnel-${preset}`,
  name: `Funnel: ${FUNNEL_PRESETS[preset].label}`,
  description: FUNNEL_NOTES[preset],
  query: funnel(questionOfPreset(preset)),
});

const questionOfPreset = (preset: Preset, change: { breakdown?: FunnelBreakdown } = {}) =>
  describeQuery(funnelQuerySchema.parse({ ...presetQuery(preset), ...change }), preset);

/** PostHog shows no funnel of a single step. */
function savedFunnelOf(saved: SavedFunnel): WantedResource[] {
  const question = questionOf(saved);
  if (question === null) return [];
  const isShown = question.query.steps.filter(({ sameEvent }) => !sameEvent).length > 1;
  const description = 'Saved in the growth console.';
  const insight = { key: `funnel-saved-${saved.id}`, name: `Funnel: ${saved.name}`, description };
  return isShown ? [{ ...insight, query: funnel(question) }] : [];
}

/** What the events in PostHog call these values; null for what only this site derives. */
const PROPERTY_NAMES: Partial<Record<FunnelBreakdown, string | null>> = {
  channel: null,
  referrer_host: '$referring_domain',
  path: '$pathname',
  viewport: '$device_type',
  language: 'site_language',
};

/** Returns a funnel as PostHog can count it: without the steps that share an event with the step before. */
function funnel({ query, labels }: FunnelQuestion): object {
  const { steps, order, windowSeconds } = query;
  const named = query.breakdown && PROPERTY_NAMES[query.breakdown];
  const breakdown = named === undefined ? query.breakdown : named;
  return {
    kind: 'InsightVizNode',
    source: {
      kind: 'FunnelsQuery',
      series: steps
        .map((step, index) => ({ ...step, label: labels[index] }))
        .filter(({ sameEvent }) => !sameEvent)
        .map(({ label, event, properties }) => ({
          kind: 'EventsNode',
          event,
          name: event ?? 'All events',
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
        funnelOrderType: order,
        funnelVizType: 'steps',
        funnelWindowInterval: windowSeconds / DAY_SECONDS,
        funnelWindowIntervalUnit: 'day',
        breakdownAttributionType: 'first_touch',
      },
      ...(breakdown && { breakdownFilter: { breakdown, breakdown_type: 'event' } }),
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

function trendOf(event: EventName): WantedResource {
  const { name, by } = TRENDS[event];
  return {
    key: `trend-${event.replace('_', '-')}`,
    name,
    description: `${event} a day, by ${by}.`,
    query: trend(event, by, 'total'),
  };
}

const trend = (event: string, breakdown: string, math: 'total' | 'dau'): object =>
  trendsQuery(event, math, {
    interval: 'day',
    trendsFilter: { display: 'ActionsLineGraph' },
    breakdownFilter: { breakdown, breakdown_type: 'event' },
  });

function trendsQuery(event: string | null, math: 'total' | 'dau', shown: object) {
  const series = [{ kind: 'EventsNode', event, name: event ?? 'All events', math }];
  const source = { kind: 'TrendsQuery', series, dateRange: LAST_30_DAYS, ...shown };
  return { kind: 'InsightVizNode', source };
}
