import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '#shared/limits';
import { utcDay } from '#shared/time';
import { atMost, type Benchmark, formatRatio, mb, ms, whole } from './benchmark.ts';
import { fillSite } from './fill-site.ts';
import { type Kind, type LoadOptions, type LoadResult, runLoad } from './load.ts';
import { createMix, get, POSTHOG_KEY } from './visits.ts';
import { withSite } from './with-site.ts';

const GROWTH_TOKEN = 'growth-token-of-the-benchmark';
/** Events of a site that has run for a while. On an empty database, memory would grow with what the reports read. */
const EARLIER_EVENTS = 1_000_000;
const kinds = (port: number) => createMix(port);
const CAPACITY = { kinds, connections: 64, warmUpSeconds: 4, seconds: 10 };
/** A minute for three seconds. */
const TIMES_AS_LONG = 20;
/** How many times as long a report may take beside visitors, and a visitor's answer beside reports. */
const REPORT_TIMES = 3;
const VISITOR_TIMES = 2;
/** Nobody notices that a report waits this long, in milliseconds. */
const SHORT_MS = 30;

/** Runs visitors, the console and the relay at once, at half of what the site can take, with the recommended settings. */
export const mixed: Benchmark = async (options) => {
  const seconds = TIMES_AS_LONG * options.seconds;
  console.error('what the server can take');
  const [capacity] = await measure([CAPACITY]);
  const perSecond = capacity.perSecond / 2;
  // Twice as many connections: in an open loop, visitors do not wait for each other.
  const half = { kinds, connections: 128, warmUpSeconds: 10, seconds, perSecond };
  // Somebody looks at each report for a second.
  const reader = { connections: 1, pauseMs: 1_000, warmUpSeconds: 10 };
  const reports = { ...reader, kinds: reportsInTurn, seconds };
  console.error(`half of that, ${whole(perSecond)} requests/s, for ${seconds} s`);
  const [alone] = await measure([half]);
  console.error('and reports beside them, then reports alone');
  const [visitors, beside, quiet] = await measure([half, reports], [reports]);
  const before = [...alone.kinds, ...quiet.kinds];
  return {
    title: 'Mixed: a whole site at half of its capacity',
    rows: [...visitors.kinds, ...beside.kinds].map(({ name, ...one }) => {
      const other = before.find((each) => each.name === name);
      return {
        what: name,
        requests: whole(one.requests),
        wrong: whole(one.errors),
        p50: ms(one.p50Ms),
        p99: ms(one.p99Ms),
        'p50 alone': ms(other?.p50Ms ?? 0),
        'p99 alone': ms(other?.p99Ms ?? 0),
      };
    }),
    notes: [
      `capacity ${whole(capacity.perSecond)} requests/s: ${CAPACITY.connections} connections, each asks when it is answered; load CPU ${formatRatio(capacity.loadCpu)}`,
      `then an open loop: what comes late counts from when it was due; load CPU ${formatRatio(visitors.loadCpu)}; memory at most ${mb(visitors.peakMb)}`,
      `on a database of ${whole(EARLIER_EVENTS)} events; beside the visitors somebody looks at each report for a second`,
    ],
    targets: [
      atMost('wrong answers', visitors.all.errors + beside.all.errors, 0, whole),
      atMost(
        `p99 of visitors beside reports: ${VISITOR_TIMES} times that without`,
        visitors.all.p99Ms,
        VISITOR_TIMES * alone.all.p99Ms,
        ms,
      ),
      ...quiet.kinds.map(({ name, p50Ms }) => {
        const measured = beside.kinds.find((one) => one.name === name)?.p50Ms ?? Infinity;
        return atMost(`${name}: p50`, measured, Math.max(REPORT_TIMES * p50Ms, SHORT_MS), ms);
      }),
    ],
  };
};

/** Measures groups of loads in sequence on a site of its own, which delivers to a PostHog that accepts everything. */
async function measure(...groups: LoadOptions[][]) {
  const posthog = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"status":"Ok"}'));
  });
  await once(posthog.listen(0, '127.0.0.1'), 'listening');
  const POSTHOG_HOST = `http://127.0.0.1:${(posthog.address() as AddressInfo).port}`;
  const fill = (file: string, from: number) =>
    fillSite(file, { events: EARLIER_EVENTS, from, to: Date.now() });
  const site = { fill, settings: { POSTHOG_KEY, POSTHOG_HOST, GROWTH_TOKEN } };
  const results: LoadResult[] = [];
  await withSite(site, async (server) => {
    for (const loads of groups)
      results.push(...(await Promise.all(loads.map((load) => runLoad(server, load)))));
  });
  posthog.close();
  return results as [LoadResult, LoadResult, LoadResult];
}

/** Returns requests for the console's reports. */
function reportsInTurn(port: number): Kind[] {
  const range = `?from=${utcDay(Date.now() - 30 * DAY_MS)}&to=${utcDay(Date.now())}`;
  const paths = ['funnel', `figures${range}`, `traffic${range}`, 'delivery', 'tail'];
  return [...paths, 'signups', 'signups?search=a', 'signups.csv'].map((path) => ({
    name: `console: ${path.replace(range, '')}`,
    make: () => get(port, `/growth/api/${path}`, [`Authorization: Bearer ${GROWTH_TOKEN}`]),
    isRight: ({ status }) => status === 200,
  }));
}
