import { join } from 'node:path';
import {
  createSiteFolder,
  listening,
  startNode,
} from '../../server/src/testing/sites/built-process.ts';
import { atMost, type Benchmark, median, ms } from './benchmark.ts';

const WANTED_MS = 1_500;

/** Measures how long `npm start` takes where everything is installed and built, until the site is served. */
export const start: Benchmark = async ({ rounds }) => {
  const times: number[] = [];
  const { folder, remove } = createSiteFolder();
  const settings = { DATABASE_URL: `file:${join(folder, 'data/site.db')}`, PORT: '0' };
  // The first start makes the database.
  for (let round = 0; round <= rounds; round++) {
    const since = performance.now();
    const { stop } = await listening(
      startNode(['-e', "import('./scripts/start.mjs')", 'main'], settings),
    );
    times.push(performance.now() - since);
    await stop();
  }
  remove();
  return {
    title: 'Start: npm start, until the site is served',
    rows: times.map((time, round) => ({
      start: round ? `again, ${round}` : 'first',
      ms: ms(time),
    })),
    notes: ['on one core, with everything installed and built'],
    targets: [atMost('a start', median(times.slice(1), Number), WANTED_MS, ms)],
  };
};
