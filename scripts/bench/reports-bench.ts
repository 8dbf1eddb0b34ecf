import { funnelQuerySchema } from '#shared/funnel';
import { DAY_MS } from '#shared/limits';
import { FUNNEL_PRESETS } from '#shared/site-funnels';
import { openDatabase } from '../../server/src/store/sqlite/connection/open-file.ts';
import { atMost, type Benchmark, median, type Target, whole } from './benchmark.ts';
import { askClickhouse } from './parts/clickhouse.ts';
import { PEOPLE } from './parts/many-events.ts';
import { copyToPostgres } from './parts/postgres-copy.ts';
import { PROGRAMS, SERVER_CORE, startProcess } from './parts/process.ts';
import { createSiteFolder } from './parts/site-server.ts';
import { fillYear, YEAR_MS } from './parts/year-of-events.ts';

/** Of the first figures of a view. */
const VIEW_SECONDS = 0.3;
/** From leaving a view until its report has ended. */
const STOP_SECONDS = 0.1;

const DEFAULT = 'funnel signup, 12 months';
/** The most that a report may take, as a share of what ClickHouse takes on one thread; 1 for the others. */
const SHARES: Readonly<Record<string, number>> = { [DEFAULT]: 0.6, 'traffic, 12 months': 0.6 };

const SIX_STEPS = {
  label: 'Six steps',
  steps: [
    ...FUNNEL_PRESETS.top.steps,
    ...FUNNEL_PRESETS.reading.steps.slice(0, 2),
    ...FUNNEL_PRESETS.button.steps.slice(0, 1),
  ],
  order: 'ordered',
  breakdown: 'utm_source',
} as const;
/** A whole visit, so that most people take many steps. */
const VISIT = {
  label: 'Visit',
  steps: [
    ...FUNNEL_PRESETS.reading.steps.slice(0, 3),
    ...FUNNEL_PRESETS.button.steps.slice(0, 1),
    ...FUNNEL_PRESETS.signup.steps,
  ],
  order: 'ordered',
  breakdown: 'utm_source',
} as const;
const ANY_EVENT = { label: 'Any event', event: null, properties: {} };
/** All presets, and some funnels of somebody's own. The last ones collect most events. */
const FUNNELS = {
  ...FUNNEL_PRESETS,
  'six steps, by source': SIX_STEPS,
  'signup, strict': { ...FUNNEL_PRESETS.signup, order: 'strict' },
  'six steps, strict': { ...SIX_STEPS, order: 'strict' },
  'a visit, by source': VISIT,
  'a visit, unordered': { ...VISIT, order: 'unordered' },
  'a visit, with an exclusion': {
    ...VISIT,
    exclusions: [{ event: 'scroll', properties: { percent_scrolled: 90 }, fromStep: 0, toStep: 5 }],
  },
  'any event, then signup': {
    label: 'Any event first',
    steps: [ANY_EVENT, ...FUNNEL_PRESETS.signup.steps],
    order: 'ordered',
  },
} as const;

interface Question {
  name: string;
  report: string;
  query: unknown;
  /** Null for no target. */
  wanted: number | null;
}

function questions(now: number): Question[] {
  const month = { from: now - 30 * DAY_MS, to: now };
  const year = { from: now - YEAR_MS, to: now };
  const all = { type: null, confirmation: null, state: null };
  const signups = { ids: null, ...all, before: null, limit: 50, offset: 0 };
  const search = { search: 'number 77', ...all, after: 0 };
  const ask = (name: string, report: string, query: unknown): Question => ({
    ...{ name, report, query, wanted: null },
  });
  const view = (...question: Parameters<typeof ask>): Question => ({
    ...ask(...question),
    wanted: VIEW_SECONDS,
  });
  const funnel = (name: keyof typeof FUNNELS, range: object) => {
    const { label: _, steps: labelled, ...others } = FUNNELS[name];
    const steps = labelled.map(({ label: _, ...step }) => step);
    return funnelQuerySchema.parse({ ...others, steps, ...range });
  };
  return [
    view('funnel, 30 days', 'funnel', funnel('signup', month)),
    view('traffic, 30 days', 'traffic', { ...month, by: 'channel' }),
    view('forms, 30 days', 'forms', month),
    view('figures, 30 days', 'figures', { ...month, zone: 'Europe/Berlin', unit: 'day' }),
    view('figures, 12 months', 'figures', { ...year, zone: 'Europe/Berlin', unit: 'week' }),
    view('list of signups', 'findSignups', signups),
    view('a step of a search in signups', 'searchSignups', search),
    view('latest events', 'latestEvents', { limit: 50 }),
    view('delivery', 'delivery', null),
    ask('traffic, 12 months', 'traffic', { ...year, by: 'channel' }),
    ...(Object.keys(FUNNELS) as (keyof typeof FUNNELS)[]).map((name) =>
      ask(`funnel ${name}, 12 months`, 'funnel', funnel(name, year)),
    ),
  ];
}

/** Measures each report of the console over twelve months of a large site. */
export const reports: Benchmark = {
  name: 'reports',
  onlyWhenNamed: true,
  async run({ events, rounds, beside, progress }) {
    const site = createSiteFolder();
    const now = Date.now();
    try {
      progress(`filling a database with ${whole(events)} events`);
      openDatabase(site.databaseFile).close();
      await fillYear(site.databaseFile, events, now);
      const asked = questions(now);
      progress('asking the thread of the reports');
      const ours = await askAll(site.databaseFile, asked, rounds);
      const { seconds: own, stopSeconds, peakMb } = ours;
      const measured = asked.map((each, index) => ({ ...each, seconds: own[index] ?? 0 }));
      if (beside === 'clickhouse') progress('fetching ClickHouse and asking it the same');
      const other = beside === 'clickhouse' ? askClickhouse(site.databaseFile, rounds) : null;
      const targets: Target[] = measured
        .filter(({ wanted }) => wanted !== null)
        .map(({ name, seconds, wanted }) => target(name, seconds, wanted ?? 0));
      targets.push(target('a cancelled report ends', stopSeconds, STOP_SECONDS));
      const rows = measured.map(({ name, seconds }) => [name, ms(seconds)]);
      const columns = ['report', 'ms'];
      if (beside === 'postgres') {
        progress('copying all to PostgreSQL and asking it the same');
        const postgres = await copyToPostgres(site.databaseFile);
        const theirs = await askAll(postgres.url, asked, rounds).finally(postgres.stop);
        columns.push('on PostgreSQL');
        targets.push(target('the same on PostgreSQL', theirs.stopSeconds, STOP_SECONDS));
        for (const [index, { name, seconds }] of measured.entries()) {
          const other = theirs.seconds[index] ?? 0;
          rows[index]?.push(ms(other));
          // A tenth of a view's time is always within its target.
          const wanted = Math.max(2 * seconds, VIEW_SECONDS / 10);
          targets.push(target(`${name}: PostgreSQL at most twice`, other, wanted));
        }
      }
      const notes = [
        `${whole(events)} events of ${whole(PEOPLE)} people over 12 months; median of ${rounds} rounds on one core; the process had ${whole(peakMb)} MB at its peak`,
      ];
      if (typeof other === 'string') notes.push(`ClickHouse was not asked. ${other}`);
      else if (other) {
        columns.push('in ClickHouse');
        for (const [index, { name, seconds }] of measured.entries()) {
          const theirs = other.questions[name];
          if (!theirs) continue;
          const times = median(theirs.seconds, (one) => one);
          rows[index]?.push(ms(times));
          const share = SHARES[name] ?? 1;
          targets.push(target(`${name}: ${share} × ClickHouse`, seconds, share * times));
        }
        const signupAt = asked.findIndex(({ name }) => name === DEFAULT);
        notes.push(
          `ClickHouse loaded the file in ${whole(other.loaded)} s, and counted ${other.questions[DEFAULT]?.answer.trim()}; the report counted ${ours.stepCounts[signupAt]}`,
        );
      }
      return { title: `Reports: ${whole(events)} events`, columns, rows, notes, targets };
    } finally {
      site.remove();
    }
  },
};

/**
 * Asks a thread of reports. Returns for each question the median seconds and, of a funnel, how many people took each step; and
 * the peak of its memory.
 */
async function askAll(database: string, asked: readonly Question[], rounds: number) {
  // One extra round first: it brings the database into the system's page cache.
  const list = JSON.stringify(asked.map(({ report, query }) => [report, query]));
  const asking = await startProcess(SERVER_CORE, [
    PROGRAMS.askReports,
    database,
    list,
    String(rounds + 1),
  ]);
  const { peakMb } = asking.usage();
  await asking.stop();
  const { answers, stopSeconds } = JSON.parse(asking.firstLine) as {
    answers: { seconds: number; result: { steps?: { count: number }[] } | null }[][];
    stopSeconds: number;
  };
  const seconds = answers.map((times) => median(times.slice(1), (one) => one.seconds).seconds);
  const stepCounts = answers.map(([first]) =>
    first?.result?.steps?.map(({ count }) => count).join(),
  );
  return { seconds, stepCounts, stopSeconds, peakMb };
}

const ms = (seconds: number) => `${whole(seconds * 1_000)} ms`;
const target = (what: string, seconds: number, wanted: number) => atMost(what, seconds, wanted, ms);
