import './without-web-storage.ts';

import posthog, {
  type CaptureResult,
  type PostHogConfig,
} from 'posthog-js/dist/module.slim.no-external';
import type { EventContext } from '#shared/events';
import type { OpenTracker } from './tracker.ts';
import { giveBack } from './without-web-storage.ts';

giveBack();

/** The path of PostHog's capture protocol at our own origin. */
const DOOR = `${location.origin}/ingest`;

/** Counts the instances of posthog-js in this page: each grant starts a new one. */
let started = 0;

/**
 * Opens a tracker that sends through posthog-js. It uses the library's queue, retries and wire format, and no other feature.
 */
export const posthogTracker =
  (token: string): OpenTracker =>
  ({ consentId, newId, context, onRefused, onOutdated }) => {
    const aborter = new AbortController();
    started += 1;
    const client = posthog.init(
      token,
      {
        ...PRIVATE,
        bootstrap: { distinctID: consentId },
        // At `pagehide` too it sends by fetch with keepalive where there is one, as our own beacon does.
        disable_beacon: 'keepalive' in Request.prototype,
        before_send: (event) => event && { ...reduce(event), uuid: newId() },
        // The type allows only the cache mode, but posthog-js passes the whole object to fetch.
        fetch_options: { signal: aborter.signal } as NonNullable<PostHogConfig['fetch_options']>,
        on_request_error: ({ statusCode }) => statusCode === 401 && onOutdated(),
      },
      `analytics-${started}`,
    );
    const stopWatching = watchRefusals(onRefused);
    const nothing = () => {};
    return {
      track(name, properties) {
        client.capture(name, { ...properties, ...place(context()) });
      },
      // posthog-js sends its queue after two seconds, at `pagehide`, and when the network is back.
      flush: nothing,
      resume: nothing,
      newContext: nothing,
      dispose() {
        stopWatching();
        // All its queues send through one gate. This closes it for good, so they send nothing more.
        client.__loaded = false;
        aborter.abort();
      },
    };
  };

/** Measured with 1.434.18: no request except to `/ingest/e/`, nothing stored, nothing recorded automatically. */
const PRIVATE = {
  api_host: DOOR,
  persistence: 'memory',
  advanced_disable_flags: true,
  disable_external_dependency_loading: true,
  disable_session_recording: true,
  disable_surveys: true,
  disable_web_experiments: true,
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_performance: false,
  capture_heatmaps: false,
  capture_dead_clicks: false,
  disable_scroll_properties: true,
  save_campaign_params: false,
  save_referrer: false,
  person_profiles: 'identified_only',
  // The server drops self-declared crawlers, so that both transports count the same browsers.
  opt_out_useragent_filter: true,
  // The library's own rate limit drops events of a quick visitor and logs an error to the console.
  rate_limiting: { events_per_second: 100, events_burst_limit: 1_000 },
  request_queue_config: { flush_interval_ms: 2_000 },
} satisfies Partial<PostHogConfig>;

/** Returns an event's context under PostHog's names: the same facts as our own beacon sends. */
const place = ({ path, referrerHost, utm = {}, viewport, language }: EventContext) => ({
  $pathname: path,
  ...(referrerHost && { $referring_domain: referrerHost }),
  ...(viewport && { $viewport_width: LEAST_WIDTH[viewport] }),
  site_language: language,
  ...Object.fromEntries(Object.entries(utm).map(([name, value]) => [`utm_${name}`, value])),
});
const LEAST_WIDTH = { small: 0, medium: 640, large: 1024 };

const KEPT = new Set(['$session_id', '$pathname', '$referring_domain', '$viewport_width']);

/** Removes the properties about browser and device, some forty, that posthog-js adds. */
const reduce = ({ event, timestamp, properties }: CaptureResult) => ({
  event,
  ...(timestamp && { timestamp }),
  properties: Object.fromEntries(
    Object.entries(properties).filter(([name]) => !name.startsWith('$') || KEPT.has(name)),
  ),
});

/**
 * Calls back when `/ingest` reports missing consent. It answers 200 to events that it drops, because an
 * SDK would otherwise send them again, and reports the reason in `Server-Timing`, which pages can read
 * (W3C Server Timing). Returns a function that stops watching.
 */
function watchRefusals(onRefused: () => void): () => void {
  const isRefused = ({ name, serverTiming = [] }: PerformanceResourceTiming) =>
    name.startsWith(DOOR) && serverTiming.some((metric) => metric.name === 'consent_required');
  const observer = new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceResourceTiming[]).some(isRefused)) onRefused();
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
}
