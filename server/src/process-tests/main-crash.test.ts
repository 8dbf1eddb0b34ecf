import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLoad } from '../testing/data/load.ts';
import { createRandom } from '../testing/data/random.ts';
import { grantOnPage, postJson } from '../testing/data/visitor.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { rounds } from '../testing/rounds.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';

const ROUNDS = rounds(3, 15);
/** The moments differ in each run; `CRASH_SEED` repeats those of a failed run. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const REFUSAL = {
  ...{ consentId: null, revision: 1, analytics: false, source: 'banner', language: 'en' },
  textHash: '0'.repeat(64),
};
const SOON = { timeout: 30_000, interval: 10 };

test(`killed ${ROUNDS} times under load: every acknowledged event, signup and refusal exists once, events at PostHog too (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const root = createProject();
  const posthog = await openPosthogStandIn();
  onTestFinished(() => posthog.close());
  const env = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url, RATE_LIMITS: 'off' };
  const urls: string[] = [];
  const size = () => 1 + random(10);
  const load = startLoad({ urls, clients: 8, nextSize: size, repeats: true });
  const { events, signups } = load.acknowledged;

  for (let round = 0; round < ROUNDS; round++) {
    const { url, child, exited } = await startListening(root, env);
    await grantOnPage(url);
    // In every third round PostHog accepts a batch without answering, so that the process dies in between.
    const silent = round % 3 === 2;
    posthog.rules.behaviour = silent ? { kind: 'hangs', taken: true } : { kind: 'takes' };
    const requestsBefore = posthog.requests.length;
    const answersBefore = random(4) === 0 ? 0 : random(150);
    const wanted = events.length + answersBefore;
    expect((await postJson(`${url}/api/consents`, REFUSAL)).status).toBe(201);
    urls[0] = url;
    await vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(wanted), SOON);
    if (silent) {
      await vi.waitFor(() => expect(posthog.requests.length).toBeGreaterThan(requestsBefore), SOON);
    }
    await sleep(random(20));
    child.kill('SIGKILL');
    await exited;
  }

  posthog.rules.behaviour = { kind: 'takes' };
  const { url, output } = await startListening(root, env);
  urls[0] = url;
  await load.stop();
  const ids = events.toSorted();
  const [kept, emails, refusals] = stored(root);
  expect(kept).toEqual(ids);
  expect(emails).toEqual(signups.toSorted());
  expect(refusals).toEqual([ROUNDS]);

  await vi.waitFor(() => expect(posthog.folded().size).toBeGreaterThanOrEqual(ids.length), SOON);
  expect(posthog.takenIds().toSorted()).toEqual(ids);
  const deliveries = [...posthog.folded().values()];
  expect(deliveries).toHaveLength(ids.length);
  expect(Math.max(...deliveries)).toBeGreaterThan(1); // else there was nothing to deduplicate
  expect(posthog.faults).toEqual([]);
  expect(output.stderr).toBe('');
}, 300_000);

function stored(root: string) {
  const db = new Sqlite(join(root, 'data/site.db'), { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return [
      'id FROM events',
      'email FROM notifyme_signups',
      'sum(count) FROM consent_refusals',
    ].map((what) => db.prepare<[], string | number>(`SELECT ${what}`).pluck().all().toSorted());
  } finally {
    db.close();
  }
}
