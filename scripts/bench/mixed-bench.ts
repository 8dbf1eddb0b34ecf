import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '#shared/limits';
import { utcDay } from '#shared/time';
import { atMost, type Benchmark, mb, ms, percent, whole } from './benchmark.ts';
import { fillSite } from './fill-site.ts';
import { type Kind, type LoadOptions, type LoadResult, runLoad } from './load.ts';
import { withSite } from './site.ts';
import { createMix, get, MIX, POSTHOG_KEY, VISIT_LENGTH } from './visits.ts';

const GROWTH_TOKEN = 'growth-token-of-the-benchmark';
/** Events of a site that has run for a while. On an empty database, memory would grow with what the reports read. */
const EARLIER_EVENTS = 1_000_000;
const VISITS = { kinds: (port: number) => createMix(port), visitLength: VISIT_LENGTH };
const CAPACITY = { ...VISITS, connections: 64, warmUpSeconds: 4, seconds: 10 };
/** Twice as many connections: in an open loop, visitors do not wait for each other. */
const HALF = { ...VISITS, connections: 128, warmUpSeconds: 10, seconds: 60 };
/** Somebody who opens a report each second. */
const REPORTS = {
  kinds: reportsInTurn,
  connections: 2,
  perSecond: 1,
  warmUpSeconds: 10,
  seconds: 60,
};
/** How many times as long a report may take beside visitors, and a visitor's answer beside reports. */
const REPORT_TIMES = 3;
const VISITOR_TIMES = 2;
/** Nobody notices that a report waits this long, in milliseconds. */
const SHORT_MS = 30;

/** Runs visitors, the console and the relay at once, at half of what the site can take, with the recommended settings. */
export const mixed: Benchmark = async () => {
  console.error('what the server can take');
  const [capacity] = await measure([CAPACITY]);
  const half = { ...HALF, perSecond: Math.round(capacity.perSecond / 2) };
  console.error(`half of that, ${whole(half.perSecond)} requests/s, for ${half.seconds} s`);
  const [alone] = await measure([half]);
  console.error('and reports beside them, then reports alone');
  const [visitors, beside, quiet] = await measure([half, REPORTS], [REPORTS]);
  const mix = Object.entries(MIX).map(([kind, share]) => `${share} ${kind}`);
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
        max: ms(one.maxMs),
        'p50 alone': ms(other?.p50Ms ?? 0),
        'p99 alone': ms(other?.p99Ms ?? 0),
      };
    }),
    notes: [
      `capacity ${whole(capacity.perSecond)} requests/s: ${CAPACITY.connections} connections, each asks when it is answered; load CPU ${percent(capacity.loadCpu)}`,
      `then an open loop: what comes late counts from when it was due; load CPU ${percent(visitors.loadCpu)}; memory at most ${mb(visitors.peakMb)}`,
      `on a database of ${whole(EARLIER_EVENTS)} events; of 100 requests: ${mix.join(', ')}; beside them somebody who opens a report each second`,
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
        const measured = beside.kinds.find((one) => one.name === name)?.p50Ms ?? 0;
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
