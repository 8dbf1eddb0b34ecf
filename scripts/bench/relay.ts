import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, median, oneDecimal, percent, whole } from './benchmark.ts';
import { VISITORS, visitorId } from './parts/event-request.ts';
import { fillEvents } from './parts/many-events.ts';
import { cpuShare } from './parts/process.ts';
import {
  type Answers,
  asFastAsItCan,
  atModestRate,
  CONNECTIONS,
  MODEST_PER_SECOND,
  measureIntake,
} from './parts/relay-intake.ts';
import { withSite } from './parts/site-server.ts';
import { type Taken, withPosthog } from './posthog.ts';

const WAITING = 100_000;
const PATIENCE_MS = 120_000;

interface Delivered {
  perSecond: number;
  cpu: number;
  peakMb: number;
  taken: Taken;
}

/**
 * Measures delivery from a store full of waiting events to a PostHog that accepts everything, and the intake meanwhile.
 */
export const relay: Benchmark = {
  name: 'relay',
  async run(options) {
    const { rounds, seconds } = options;
    const deliveries: Delivered[] = [];
    for (let round = 1; round <= rounds; round++) {
      options.progress(`round ${round}: ${whole(WAITING)} events wait`);
      deliveries.push(await measureDelivery());
    }
    const alone = median(deliveries, (one) => one.perSecond);
    // Enough events to keep the relay busy from before the load's first request until after its last.
    const waiting = Math.max(WAITING, Math.ceil(alone.perSecond * (seconds * 1.4 + 5)));
    const rows = [describeDelivery(alone)];
    let left = Number.POSITIVE_INFINITY;
    let modest: { alone: Answers; beside: Answers } | undefined;
    for (const asking of [atModestRate, asFastAsItCan]) {
      const fill = waitingEvents(waiting);
      const both = await measureIntake(asking, { waiting, fill }, options);
      modest ??= both;
      left = Math.min(left, both.beside.delivered?.left ?? 0);
      rows.push(
        describeAnswers(`${asking.name}, no relay`, both.alone),
        describeAnswers('  and while the relay works', both.beside),
      );
    }
    const { taken } = alone;
    const kb = (bytes: number) => oneDecimal(bytes / taken.requests / 1_000);
    return {
      title: 'Relay: from the store to POST /batch/ of a PostHog that takes everything',
      columns: ['what', 'relayed/s', 'requests/s', 'p50 ms', 'p99 ms', 'MB', 'server CPU'],
      rows,
      notes: [
        `median of ${rounds} rounds of ${seconds} s; ${CONNECTIONS} connections; ${whole(VISITORS)} visitors; PostHog shares a core with the load`,
        `batches: ${whole(taken.requests)} for ${whole(taken.events)} events, ${taken.smallestBatch} to ${taken.largestBatch} events each; on average ${kb(taken.jsonBytes)} kB of JSON, ${kb(taken.gzipBytes)} kB as gzip`,
        `beside the intake ${whole(waiting)} events waited; when the load ended at least ${whole(left)} still did`,
      ],
      targets: [
        {
          what: 'delivered of what waited',
          measured: whole(taken.events),
          wanted: whole(WAITING),
          met: deliveries.every((one) => one.taken.events === WAITING),
        },
        {
          what: 'the relay was busy all the time',
          measured: `${whole(left)} left`,
          wanted: 'more than 0',
          met: left > 0,
        },
        {
          what: `p99 at ${whole(MODEST_PER_SECOND)} requests/s while it works`,
          measured: `${oneDecimal(modest?.beside.p99Ms ?? 0)} ms`,
          wanted: 'under 10 ms',
          met: (modest?.beside.p99Ms ?? 0) < 10,
        },
      ],
    };
  },
};

async function measureDelivery(): Promise<Delivered> {
  return withPosthog((posthog) =>
    withSite({ fill: waitingEvents(WAITING), settings: posthog.settings }, async ({ server }) => {
      const [before, since] = [server.usage(), performance.now()];
      let taken = await posthog.taken();
      for (; taken.events < WAITING; taken = await posthog.taken()) {
        if (performance.now() - since > PATIENCE_MS) throw new Error('the relay does not deliver');
        await sleep(20);
      }
      const after = server.usage();
      const seconds = (taken.lastAt - taken.firstAt) / 1_000;
      return {
        // Counts from the end of the first request: the time before it is the server's start.
        perSecond: (taken.events - taken.firstBatch) / seconds,
        cpu: cpuShare(before, after, (performance.now() - since) / 1_000),
        peakMb: after.peakMb,
        taken,
      };
    }),
  );
}

/** Stores waiting events of visitors who granted before. */
const waitingEvents = (count: number) => (databaseFile: string, grantedAt: number) => {
  const people = Array.from({ length: VISITORS }, (_, index) => visitorId(index));
  fillEvents(databaseFile, count, { people, begin: grantedAt + 1 });
};

const describeDelivery = ({ perSecond, peakMb, cpu }: Delivered) => [
  `${whole(WAITING)} events wait, nobody asks`,
  ...[whole(perSecond), '', '', '', whole(peakMb), percent(cpu)],
];

const describeAnswers = (name: string, one: Answers) => [
  name,
  one.delivered === null ? '' : whole(one.delivered.perSecond),
  whole(one.requestsPerSecond),
  oneDecimal(one.p50Ms),
  oneDecimal(one.p99Ms),
  whole(one.peakMb),
  percent(one.cpu),
];
