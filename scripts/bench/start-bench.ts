import { atMost, type Benchmark, median } from './benchmark.ts';
import { SERVER_CORE, startProcess } from './parts/process.ts';
import { createSiteFolder } from './parts/site-server.ts';

const WANTED_MS = 1_500;

/** Measures how long `npm start` takes where everything is installed and built, until the site is served. */
export const start: Benchmark = {
  name: 'start',
  async run({ rounds, progress }) {
    const times: number[] = [];
    const { databaseFile, remove } = createSiteFolder();
    const settings = { DATABASE_URL: `file:${databaseFile}`, PORT: '0' };
    // The first start makes the database.
    for (let round = 0; round <= rounds; round++) {
      progress(`start ${round}`);
      const since = performance.now();
      const server = await startProcess(SERVER_CORE, ['scripts/start.mjs', 'main'], settings);
      times.push(performance.now() - since);
      await server.stop();
    }
    remove();
    const middle = median(times.slice(1), (time) => time);
    const ms = (time: number) => `${Math.round(time)} ms`;
    return {
      title: 'Start: npm start, until the site is served',
      columns: ['start', 'ms'],
      rows: times.map((time, round) => [round === 0 ? 'first' : `again, ${round}`, ms(time)]),
      notes: ['on one core, with everything installed and built'],
      targets: [atMost('a start', middle, WANTED_MS, ms)],
    };
  },
};
