import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../node/serve.ts';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { makeFunnelsSlow } from '../testing/hostile/slow-funnels.ts';
import { bearer, MARCH_14, openConsole, PEOPLE, seen } from '../testing/sites/console-site.ts';
import type { TestAppOptions } from '../testing/test-app.ts';

test('questions of a closed page are not asked, and are not errors', async () => {
  const { app, allLines } = await openConsole();
  const routes = [
    'funnel',
    `figures?${MARCH_14}`,
    `traffic?${MARCH_14}`,
    'delivery',
    'tail',
    'signups',
  ];
  const page = new AbortController();
  const serving = await serve({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void serving.close());
  let arrived = 0;
  serving.answer((request, bindings) => {
    arrived += 1;
    if (arrived === routes.length) setImmediate(() => page.abort());
    return app.fetch(request, bindings);
  });
  const api = `${serving.url}/growth/api`;
  const init = { headers: bearer(PEOPLE), signal: page.signal };
  await Promise.allSettled(routes.map((route) => fetch(`${api}/${route}`, init)));
  // The thread of the reports was still starting. It had one question, and the others waited.
  await vi.waitFor(() => expect(allLines.join('')).toContain('"status":499'));
  expect(allLines.join('')).not.toContain('"level":"error"');
});

/** A console on a real socket, whose connections may be silent for half a second, with funnels that take hours. */
async function listenSlowly(options: TestAppOptions = {}) {
  const site = await openConsole(options);
  await recordAll(site.store, [seen('jane', 'hero'), seen('john', 'hero')]);
  await makeFunnelsSlow(site.database);
  const { url, answer, close } = await serve(
    { host: '127.0.0.1', port: 0 },
    { limits: { idleTimeout: 500 } },
  );
  const arrived: string[] = [];
  answer((request, bindings) => {
    arrived.push(new URL(request.url).pathname);
    return site.app.fetch(request, bindings);
  });
  onTestFinished(close);
  const ask = (route: string, signal?: AbortSignal) =>
    fetch(`${url}/growth/api/${route}`, {
      headers: bearer(PEOPLE),
      ...(signal && { signal }),
    });
  return { ...site, ask, arrived };
}

test('a report that takes too long is refused with advice, even after a long silence', async () => {
  const { ask } = await listenSlowly({ reports: { timeoutMs: 3_000 } });
  const answer = await ask('funnel');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      code: 'report_too_long',
      message: expect.stringContaining('ask for a shorter range of days'),
    },
  ]);
  // Another thread starts, which may take a busy machine as long as a report may take here.
  await vi.waitFor(async () => expect((await ask('signups')).status).toBe(200), 20_000);
});

test('a report that nobody waits for is stopped, and the next one answered', async () => {
  const { ask, arrived, lines } = await listenSlowly();
  const controller = new AbortController();
  const left = ask('funnel', controller.signal).catch((error: Error) => error.name);
  await vi.waitFor(() => expect(arrived).toEqual(['/growth/api/funnel']));
  const next = ask('signups');
  controller.abort();
  expect(await left).toBe('AbortError');
  expect((await next).status).toBe(200);
  expect(lines).toEqual([]);
});

test.each(['tail', 'signups', 'signups.csv'])(
  'beyond the limit of waiting reports %s says so, and the log blames no database',
  async (route) => {
    const { ask, arrived, lines } = await listenSlowly({ reports: { maxWaiting: 1 } });
    const controller = new AbortController();
    const first = ask('funnel', controller.signal).catch(() => null);
    await vi.waitFor(() => expect(arrived).toEqual(['/growth/api/funnel']));
    const others = Array.from({ length: 3 }, () => ask(route, controller.signal));
    const refused = await Promise.any(others);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '5',
      { code: 'reports_busy', message: expect.stringContaining('send the same request again') },
    ]);
    controller.abort();
    await Promise.allSettled([first, ...others]);
    expect(lines).toEqual([]);
  },
);
