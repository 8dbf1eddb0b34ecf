import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRandom } from '../testing/data/random.ts';
import { grantOnPage } from '../testing/data/visitor.ts';
import { createPersistentSenders } from '../testing/programs/persistent-senders.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { rounds } from '../testing/rounds.ts';
import { createProject, startListening } from '../testing/sites/server-process.ts';

const ROUNDS = rounds(3, 15);
const JANE = '0195a000-0000-7000-8000-00000000000a';
/** The moments differ in each run; `CRASH_SEED` repeats those of a failed run. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const SOON = { timeout: 30_000, interval: 10 };

test(`killed ${ROUNDS} times under load: every acknowledged event exists once, here and at PostHog (CRASH_SEED=${seed})`, async () => {
  const random = createRandom(seed);
  const root = createProject();
  const posthog = await openPosthogStandIn();
  onTestFinished(() => posthog.close());
  const env = { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url, RATE_LIMITS: 'off' };
  const senders = createPersistentSenders({
    consentId: JANE,
    senders: 8,
    nextSize: () => 1 + random(10),
  });
  const { acknowledged, sent } = senders;

  for (let round = 0; round < ROUNDS; round++) {
    const { url, child, exited } = await startListening(root, env);
    await grantOnPage(url, JANE);
    // In every third round PostHog accepts a batch without answering, so that the process dies in between.
    const silent = round % 3 === 2;
    posthog.rules.behaviour = silent ? { kind: 'hangs', taken: true } : { kind: 'takes' };
    const requestsBefore = posthog.requests.length;
    const answersBefore = random(4) === 0 ? 0 : random(150);
    let answers = 0;
    const dead = senders.sendUntilDeath(url, () => {
      answers += 1;
    });
    await vi.waitFor(() => expect(answers).toBeGreaterThanOrEqual(answersBefore), SOON);
    if (silent) {
      await vi.waitFor(() => expect(posthog.requests.length).toBeGreaterThan(requestsBefore), SOON);
    }
    await sleep(random(20));
    child.kill('SIGKILL');
    await Promise.all([dead, exited]);
  }

  posthog.rules.behaviour = { kind: 'takes' };
  const { url, output } = await startListening(root, env);
  await senders.sendRest(url);
  expect(acknowledged.length).toBe(sent.length);
  expect(storedIds(root)).toEqual(acknowledged.toSorted());

  await vi.waitFor(() => expect(posthog.folded().size).toBeGreaterThanOrEqual(sent.length), SOON);
  expect(posthog.takenIds().toSorted()).toEqual(acknowledged.toSorted());
  const deliveries = [...posthog.folded().values()];
  expect(deliveries).toHaveLength(sent.length);
  expect(Math.max(...deliveries)).toBeGreaterThan(1); // else there was nothing to deduplicate
  expect(posthog.faults).toEqual([]);
  expect(output.stderr).toBe('');
}, 300_000);

function storedIds(root: string) {
  const db = new Sqlite(join(root, 'data/site.db'), { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    return db.prepare<[], string>('SELECT id FROM events').pluck().all().toSorted();
  } finally {
    db.close();
  }
}
