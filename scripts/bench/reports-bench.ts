import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type FunnelQuery, type FunnelResult, funnelQuerySchema } from '#shared/funnel';
import { DAY_MS } from '#shared/limits';
import { FUNNEL_PRESETS, PRESETS, presetSteps } from '#shared/site-funnels';
import type { Reports } from '../../server/src/reports/ask-reports.ts';
import { GRACE_MS, openReportsThread } from '../../server/src/reports/reports-thread.ts';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import { createSiteFolder, entryFile } from '../../server/src/testing/sites/built-process.ts';
import { atMost, type Benchmark, median, ms, whole } from './benchmark.ts';
import { askClickhouse, type ClickhouseAnswers } from './clickhouse.ts';
import { fillSite, PEOPLE } from './fill-site.ts';

/** Of the first figures of a view. */
const VIEW_MS = 300;
/** From leaving a view until its report has ended. */
const STOP_MS = 100;
const DEFAULT = 'funnel signup, 12 months';
/** The most that a report may take, as a share of what ClickHouse takes on one thread; 1 for the others. */
const SHARES: Readonly<Record<string, number>> = { [DEFAULT]: 0.6, 'traffic, 12 months': 0.6 };

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
export const reports: Benchmark = async ({ events, rounds, clickhouse }) => {
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
  const funnels = new Map(
    FUNNELS.map(([name, one]): [string, FunnelQuery] => {
      return [`funnel ${name}, 12 months`, funnelQuerySchema.parse({ ...one, ...year })];
    }),
  );
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
  for (const [name, query] of funnels)
    others[name] = (thread, signal) => thread.funnel(query, signal);
  try {
    console.error(`filling a database with ${whole(events)} events`);
    openDatabase(databaseFile).close();
    await fillSite(databaseFile, { events, ...year });
    if (clickhouse) console.error('fetching ClickHouse and asking it');
    const theirs: ClickhouseAnswers = clickhouse
      ? askClickhouse(databaseFile, rounds, funnels)
      : new Map();
    console.error('asking the thread of the reports');
    const code = () => pathToFileURL(entryFile('reports-thread'));
    const thread = openReportsThread(databaseFile, { code });
    const answers = [];
    for (const [name, ask] of Object.entries({ ...views, ...others }))
      answers.push({ name, ...(await time(ask, thread, rounds)) });
    const targets = answers
      .filter(({ name }) => name in views)
      .map((one) => atMost(one.name, one.ms, VIEW_MS, ms));
    targets.push(atMost('a cancelled report ends', await timeToLeave(thread, others), STOP_MS, ms));
    const notes = [
      `${whole(events)} events of ${whole(PEOPLE)} people over 12 months; median of ${rounds} rounds on one core`,
    ];
    const rows = answers.map(({ name, answer, ...own }) => {
      const other = theirs.get(name);
      if (!other) return { report: name, 'this site': ms(own.ms), ClickHouse: '' };
      const share = SHARES[name] ?? 1;
      targets.push(atMost(`${name}: ${share} × ClickHouse`, own.ms, share * other.ms, ms));
      const counts = (answer as Partial<FunnelResult>).steps?.map(({ count }) => count).join();
      if (name === DEFAULT)
        notes.push(`${name}: ClickHouse counted ${other.answer}, the report ${counts}`);
      return { report: name, 'this site': ms(own.ms), ClickHouse: ms(other.ms) };
    });
    return { title: `Reports: ${whole(events)} events`, rows, notes, targets };
  } finally {
    remove();
  }
};

/** Returns the median time of an answer. One round more, the first, brings the database into the system's page cache. */
async function time(ask: Ask, thread: Reports, rounds: number) {
  const times: number[] = [];
  let answer = await ask(thread);
  for (let round = 1; round <= rounds; round++) {
    const since = performance.now();
    answer = await ask(thread);
    times.push(performance.now() - since);
  }
  return { ms: median(times, Number), answer };
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
