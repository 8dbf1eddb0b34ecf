import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { isGpc } from '../http/gpc.ts';
import { requestPath } from '../http/request-path.ts';
import { queryValue } from '../http/request-query.ts';
import { formatRows } from '../services/export/export-formats.ts';

/** Work whose time must grow with the length of its input, and not faster, each with the least that is worth comparing. */
const WORK: Record<string, (length: number) => unknown> = {
  'a path of invalid encoding': (length) =>
    requestPath({ url: `http://localhost/${'%FF.abc'.repeat(length / 7)}` }),
  'a query of invalid encoding': (length) => {
    const url = `http://localhost/?${'%FF&abc'.repeat(length / 7)}&a=1`;
    return queryValue({ req: { url } } as Context, 'a');
  },
};
for (const unit of [' ', ',', '1 ', '0,'])
  WORK[`the header ${JSON.stringify(unit)}`] = (length) => isGpc(unit.repeat(length));
for (const unit of ['=', ';=', ';"', '; ', '"', ';\u200b', '{"', '\\"', ',-'])
  for (const column of ['use_case', 'properties'])
    WORK[`a cell of ${JSON.stringify(unit)} in ${column}`] = (length) =>
      exported({ [column]: unit.repeat(length) });

async function exported(row: Record<string, string>) {
  async function* pages() {
    yield [row];
  }
  for await (const _ of formatRows(pages(), 'csv'));
}

/** Returns CPU milliseconds, which other load on the machine does not change; the lowest of three runs. */
async function measure(act: () => unknown) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const since = process.cpuUsage();
    await act();
    least = Math.min(least, process.cpuUsage(since).user / 1000);
  }
  return least;
}

test.each(Object.entries(WORK))('the time of %s grows linearly with its length', async (_, act) => {
  const take = (length: number) => measure(() => act(length));
  await take(1_000);
  // 8 if it is linear, 64 if it is quadratic. Asked again when something else ran in this process meanwhile.
  await expect.poll(async () => (await take(80_000)) - 24 * (await take(10_000))).toBeLessThan(20);
});
