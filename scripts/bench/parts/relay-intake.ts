import { type BenchOptions, median, whole } from '../benchmark.ts';
import { POSTHOG_KEY, type Posthog, withPosthog } from '../posthog.ts';
import type { VisitsLoadOptions, VisitsLoadResult } from '../visits/load.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import { cpuShare } from './process.ts';
import { PROGRAMS } from './programs.ts';
import { type SiteOptions, type SiteServer, withSite } from './site-server.ts';
import { startLoad } from './start-load.ts';

export const CONNECTIONS = 64;
/** The rate of a busy day: far below the intake's capacity, so that the answer times show the relay's effect. */
export const MODEST_PER_SECOND = 1_000;

export interface Answers {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpu: number;
  peakMb: number;
  /** Events per second, and how many still waited when the measurement ended; null without a relay. */
  delivered: { perSecond: number; left: number } | null;
}

/** One way to load the intake. Its answers are measured with the relay working and without it. */
export interface Asking {
  name: string;
  start(port: number, seconds: number): Promise<() => Promise<Measured>>;
}
type Measured = Pick<Answers, 'requestsPerSecond' | 'p50Ms' | 'p99Ms'> & { seconds: number };

export const atModestRate: Asking = {
  name: `intake, ${whole(MODEST_PER_SECOND)} requests/s`,
  async start(port, seconds) {
    const options: VisitsLoadOptions = {
      port,
      connections: CONNECTIONS,
      perSecond: MODEST_PER_SECOND,
      warmUpSeconds: seconds / 3,
      seconds,
      periods: 1,
      mix: { 'events, /api/events': 1 },
      posthogKey: POSTHOG_KEY,
      growthToken: null,
    };
    const load = await startLoad<VisitsLoadResult>(PROGRAMS.visits, options);
    return async () => {
      const { seconds, perSecond, kinds } = await load.result();
      const [kind] = kinds;
      if (!kind || kind.errors > 0) throw new Error(`${kind?.errors} requests failed`);
      return { seconds, requestsPerSecond: perSecond, p50Ms: kind.p50Ms, p99Ms: kind.p99Ms };
    };
  },
};

export const asFastAsItCan: Asking = {
  name: 'intake, as fast as it can',
  async start(port, seconds) {
    const warmUpSeconds = seconds / 3;
    const events = 1;
    const options: LoadOptions = {
      port,
      connections: CONNECTIONS,
      events,
      warmUpSeconds,
      seconds,
      firstId: 0,
    };
    const load = await startLoad<LoadResult>(PROGRAMS.load, options);
    return async () => {
      const { requests, seconds, p50Ms, p99Ms } = await load.result();
      return { seconds, requestsPerSecond: requests / seconds, p50Ms, p99Ms };
    };
  },
};

/** Measures the intake of a site with many waiting events, without a relay and with one, in turn. */
export async function measureIntake(
  asking: Asking,
  { waiting, fill }: { waiting: number; fill: NonNullable<SiteOptions['fill']> },
  { rounds, seconds, progress }: BenchOptions,
): Promise<{ alone: Answers; beside: Answers }> {
  const alone: Answers[] = [];
  const beside: Answers[] = [];
  for (let round = 1; round <= rounds; round++) {
    progress(`${asking.name}, round ${round}, no relay`);
    alone.push(
      await withSite({ fill }, ({ server }) => measureAnswers(server, asking, seconds, null)),
    );
    progress(`${asking.name}, round ${round}, ${whole(waiting)} events wait`);
    beside.push(
      await withPosthog((posthog) =>
        withSite({ fill, settings: posthog.settings }, ({ server }) =>
          measureAnswers(server, asking, seconds, { posthog, waiting }),
        ),
      ),
    );
  }
  const middle = (all: Answers[]) => median(all, (one) => one.p99Ms);
  return { alone: middle(alone), beside: middle(beside) };
}

async function measureAnswers(
  server: SiteServer,
  asking: Asking,
  seconds: number,
  relayed: { posthog: Posthog; waiting: number } | null,
): Promise<Answers> {
  const result = await asking.start(server.port, seconds);
  const [before, takenBefore] = [server.usage(), (await relayed?.posthog.taken())?.events ?? 0];
  const measured = await result();
  const [after, taken] = [server.usage(), (await relayed?.posthog.taken())?.events ?? 0];
  return {
    ...measured,
    cpu: cpuShare(before, after, measured.seconds),
    peakMb: after.peakMb,
    delivered: relayed && {
      perSecond: (taken - takenBefore) / measured.seconds,
      left: Math.max(0, relayed.waiting - taken),
    },
  };
}
