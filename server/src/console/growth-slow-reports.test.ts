import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { ConnectionLimits } from '../edge/node/connections.ts';
import type { Fetch } from '../edge/node/serve.ts';
import { listen as listenOn } from '../edge/node/testing/serve-for-test.ts';
import { recordAll } from '../events/testing/store-contract-events.ts';
import { makeFunnelsSlow } from '../testing/hostile/slow-funnels.ts';
import { bearer, MARCH_14, openConsole, PEOPLE, seen } from '../testing/sites/console-site.ts';
import type { TestAppOptions } from '../testing/test-app.ts';

/** A console on a real socket. */
async function listen(options: TestAppOptions = {}, limits: Partial<ConnectionLimits> = {}) {
  const site = await openConsole(options);
  const arrived: string[] = [];
  const fetchSite: Fetch = (request, exchange) => {
    arrived.push(new URL(request.url).pathname);
    return site.app.fetch(request, exchange);
  };
  const { url } = await listenOn(fetchSite, { limits });
  const page = new AbortController();
  const ask = (route: string, signal: AbortSignal | null = null) =>
    fetch(`${url}/growth/api/${route}`, { headers: bearer(PEOPLE), signal });
  return { ...site, ask, arrived, page };
}

/** The same, with funnels that take hours, and connections that may be silent for half a second. */
async function listenSlowly(options?: TestAppOptions) {
  const site = await listen(options, { idleTimeout: 500 });
  await recordAll(site.store, [seen('jane', 'hero'), seen('john', 'hero')]);
  await makeFunnelsSlow(site.database);
  return site;
}

test('questions of a closed page are not asked, and are not errors', async () => {
  const { ask, arrived, page, allLines } = await listen({ reports: {} });
  const reports = [`figures?${MARCH_14}`, `traffic?${MARCH_14}`];
  const routes = ['funnel', 'delivery', 'tail', 'signups', ...reports];
  const asked = Promise.allSettled(routes.map((route) => ask(route, page.signal)));
  while (arrived.length < routes.length) await nextTurn();
  page.abort();
  await asked;
  // The thread of the reports was still starting. It had one question, and the others waited.
  await vi.waitFor(() => expect(allLines.join('')).toContain('"status":499'));
  expect(allLines.join('')).not.toContain('"level":"error"');
});

test('a report that takes too long is refused with advice, even after a long silence', async () => {
  const { ask } = await listenSlowly({ reports: { timeoutMs: 3_000 } });
  const answer = await ask('funnel');
  const message = expect.stringContaining('ask for a shorter range of days');
  expect([answer.status, await answer.json()]).toEqual([503, { code: 'report_too_long', message }]);
  // Another thread starts, which may take a busy machine as long as a report may take here.
  await vi.waitFor(async () => expect((await ask('signups')).status).toBe(200), 20_000);
});

test('beyond the limit of waiting reports they say so, and the log blames no database', async () => {
  const { ask, arrived, page, lines } = await listenSlowly({ reports: { maxWaiting: 1 } });
  const first = ask('funnel', page.signal).catch(() => null);
  await vi.waitFor(() => expect(arrived).toEqual(['/growth/api/funnel']));
  for (const route of ['tail', 'signups', 'signups.csv', 'list/stages']) {
    const others = Array.from({ length: 3 }, () => ask(route, page.signal));
    const refused = await Promise.any(others);
    const message = expect.stringContaining('send the same request again');
    expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toEqual([
      ...[503, '5'],
      { code: 'reports_busy', message },
    ]);
    void Promise.allSettled(others);
  }
  page.abort();
  await first;
  expect(lines).toEqual([]);
});
