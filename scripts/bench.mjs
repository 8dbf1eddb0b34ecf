// @ts-check
import { beginInstalled } from './steps/node-version.mjs';

await beginInstalled(`npm run bench [-- NAME … --seconds 3 --rounds 5 --events 10000000 --clickhouse]

Runs the named benchmarks, or intake, pages and start without a name. Takes minutes and needs a quiet machine.

  intake    events a second, beside a bare Hono route and a durable one
  pages     pages a second, beside a bare Hono route
  start     how long npm start takes
  reports   reports over a year of events
  hostile   what a visitor waits for while somebody attacks
  mixed     everything at once, at half of the site's capacity

  --seconds N   length of each measurement (3); mixed takes 20 times as long
  --rounds N    measurements of each contender, of which the median counts (5)
  --events N    events that reports reads (10000000)
  --clickhouse  fetches ClickHouse and asks it the same reports`);
const { fail } = await import('./steps/run.mjs');
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt().catch(fail);
await import('./bench/bench-main.ts');
