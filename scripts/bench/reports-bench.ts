import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { funnelQuerySchema } from '#shared/funnel';
import { DAY_MS } from '#shared/limits';
import { FUNNEL_PRESETS, PRESETS, presetSteps } from '#shared/site-funnels';
import type { Reports } from '../../server/src/reports/ask-reports.ts';
import { GRACE_MS, openReportsThread } from '../../server/src/reports/reports-thread.ts';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import { createSiteFolder, entryFile } from '../../server/src/testing/sites/built-process.ts';
import { atMost, type Benchmark, median, ms, whole } from './benchmark.ts';
import { fillSite, PEOPLE } from './fill-site.ts';

/** Of the first figures of a view. */
const VIEW_MS = 300;
/** From leaving a view until its report has ended. */
const STOP_MS = 100;

const [top, reading, signup] = [presetSteps('top'), presetSteps('reading'), presetSteps('signup')];
const pressed = presetSteps('button').slice(0, 1);
const SIX_STEPS = { steps: [...top, ...reading.slice(0, 2), ...pressed], breakdown: 'utm_source' };
/** A whole visit, so that most people take many steps. */
const VISIT = { steps: [...reading.slice(0, 3), ...pressed, ...signup], breakdown: 'utm_source' };
const LATE = { event: 'scroll', properties: { percent_scrolled: 90 }, fromStep: 0, toStep: 5 };
/** All presets, and some funnels of somebody's own. The last ones collect most events. */
const FUNNELS = Object.entries({
  ...Object.fromEntries(
    PRESETS.map((name) => [name, { ...FUNNEL_PRESETS[name], steps: presetSteps(name) }]),
  ),
  'six steps, by source': SIX_STEPS,
  'signup, strict': { steps: signup, order: 'strict' },
  'six steps, strict': { ...SIX_STEPS, order: 'strict' },
  'a visit, by source': VISIT,
  'a visit, unordered': { ...VISIT, order: 'unordered' },
  'a visit, with an exclusion': { ...VISIT, exclusions: [LATE] },
  'any event, then signup': { steps: [{ event: null }, ...signup] },
});

type Ask = (reports: Reports, signal?: AbortSignal) => Promise<object>;
type Asks = Record<string, Ask>;

/** Measures each report of the console over twelve months of a large site. */
export const reports: Benchmark = async ({ events, rounds }) => {
  const { folder, remove } = createSiteFolder();
  const databaseFile = join(folder, 'data/site.db');
  const now = Date.now();
  const month = { from: now - 30 * DAY_MS, to: now };
  const year = { from: now - 365 * DAY_MS, to: now };
  const zone = 'Europe/Berlin';
  const all = { type: null, confirmation: null, state: null };
  const page = { ids: null, ...all, before: null, limit: 50, offset: 0 };
  const search = { search: 'number 77', ...all, after: 0 };
  const shortFunnel = funnelQuerySchema.parse({ steps: signup, ...month });
  const views: Asks = {
    'funnel, 30 days': (thread) => thread.funnel(shortFunnel),
    'traffic, 30 days': (thread) => thread.traffic({ ...month, by: 'channel' }),
    'forms, 30 days': (thread) => thread.forms(month),
    'figures, 30 days': (thread) => thread.figures({ ...month, zone, unit: 'day' }),
    'figures, 12 months': (thread) => thread.figures({ ...year, zone, unit: 'week' }),
    'list of signups': (thread) => thread.findSignups(page),
    'a step of a search in signups': (thread) => thread.searchSignups(search),
    'latest events': (thread) => thread.latestEvents({ limit: 50 }),
    delivery: (thread) => thread.delivery(),
  };
  const others: Asks = {
    'traffic, 12 months': (thread) => thread.traffic({ ...year, by: 'channel' }),
  };
  for (const [name, one] of FUNNELS) {
    const query = funnelQuerySchema.parse({ ...one, ...year });
    others[`funnel ${name}, 12 months`] = (thread, signal) => thread.funnel(query, signal);
  }
  try {
    console.error(`filling a database with ${whole(events)} events`);
    openDatabase(databaseFile).close();
    await fillSite(databaseFile, { events, ...year });
    console.error('asking the thread of the reports');
    const code = () => pathToFileURL(entryFile('reports-thread'));
    const thread = openReportsThread(databaseFile, { code });
    const rows = [];
    const targets = [];
    for (const [name, ask] of Object.entries({ ...views, ...others })) {
      const took = await time(ask, thread, rounds);
      rows.push({ report: name, time: ms(took) });
      if (name in views) targets.push(atMost(name, took, VIEW_MS, ms));
    }
    targets.push(atMost('a cancelled report ends', await timeToLeave(thread, others), STOP_MS, ms));
    const notes = [
      `${whole(events)} events of ${whole(PEOPLE)} people over 12 months; median of ${rounds} rounds on one core`,
    ];
    return { title: `Reports: ${whole(events)} events`, rows, notes, targets };
  } finally {
    remove();
  }
};

/** Returns the median time of an answer. One round more, the first, brings the database into the system's page cache. */
async function time(ask: Ask, thread: Reports, rounds: number) {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const since = performance.now();
    await ask(thread);
    times.push(performance.now() - since);
  }
  return median(times.slice(1), Number);
}

/** Returns how long the last question works on after somebody has left its view. Closes the thread. */
async function timeToLeave(thread: ReturnType<typeof openReportsThread>, asks: Asks) {
  const leaving = new AbortController();
  const last = Object.values(asks).at(-1);
  const left = last?.(thread, leaving.signal).catch(() => {});
  await sleep(100);
  const since = performance.now();
  leaving.abort();
  await left;
  await sleep(GRACE_MS);
  await thread.close();
  return performance.now() - since;
}
