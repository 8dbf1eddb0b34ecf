import { expect, onTestFinished, test, vi } from 'vitest';
import { shareLease } from '../../outbox/shared-lease.ts';
import { createMyData } from '../../services/my-data-service.ts';
import { batch, grant, JANE, JOHN, newId, text } from '../../store/testing/store-contract-data.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { openPosthogApp } from '../../testing/programs/posthog-app-stand-in.ts';
import { NOON, newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore } from '../../testing/test-database.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { createDeletions } from './deletion.ts';

const SOON = { timeout: 20_000, interval: 5 };

/** A site whose visitors erase, beside PostHog's app, by a clock that the test moves. */
async function openErasingSite(changed: object = {}) {
  const posthog = await openPosthogApp();
  const store = await openTestStore(await newTestDatabase());
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  const clock = createManualClock(NOON + 60_000);
  const { log, allLines } = createTestLog(clock.now);
  const config = {
    ...{ posthogKey: 'phc_test', posthogHost: posthog.url },
    ...{ posthogPersonalApiKey: posthog.key, posthogProjectId: posthog.project },
    ...changed,
  };
  const open = () => {
    const deps = { store, config, fetch, newId, log, random: () => 1, runAlone: shareLease(store) };
    const deletions = createDeletions({ ...deps, ...clock });
    onTestFinished(() => deletions.stop());
    deletions.start();
    return deletions;
  };
  const deletions = open();
  const erase = async (consentId: string) => {
    await store.recordDecision(grant({ consentId }));
    await store.recordEvents(batch({ consentId }));
    await createMyData({ store, deletions, now: clock.now, newId }).erase(consentId, false);
  };
  /** Moves the clock until the condition holds; by less than a request may take, unless the test says otherwise. */
  const until = (hold: () => unknown, stepMs = 100) =>
    vi.waitFor(async () => {
      clock.advance(stepMs);
      await hold();
    }, SOON);
  const state = async () => (await store.deliveryState()).deletions;
  return { posthog, store, clock, deletions, open, erase, until, state, allLines };
}

const DONE = { waiting: 0, refused: 0, reason: null };

test('PostHog is asked to delete whom an erasure concerns, once', async () => {
  const { posthog, deletions, store, erase, until, state, allLines } = await openErasingSite();
  await erase(JANE);
  await until(async () => expect(await state()).toEqual(DONE));
  // A second press finds nothing to erase.
  await createMyData({ store, deletions, now: () => NOON, newId }).erase(JANE, false);
  await erase(JOHN);
  await until(() => expect(posthog.deletedIds).toEqual([JANE, JOHN]));
  const made = newId();
  await store.recordDecision(grant({ consentId: made }));
  await createMyData({ store, deletions, now: () => NOON, newId }).erase(made, false);
  expect(await state()).toEqual(DONE); // without events nobody is asked
  expect(await store.webhookStates()).toEqual([]);
  expect(allLines.join()).not.toContain(JANE);
});

test('it waits, as long as it takes, for a PostHog that is away or refuses the key, also after a restart', async () => {
  const { posthog, deletions, open, erase, until, state } = await openErasingSite();
  posthog.rules.readOnly = true;
  await erase(JANE);
  const reason = 'PostHog answered 403';
  await until(async () => expect(await state()).toEqual({ waiting: 1, refused: 0, reason }));
  expect(deletions.status()).toEqual({ state: 'failing', reason });
  posthog.rules.readOnly = false;
  posthog.rules.refuse = { from: 0, status: 503 };
  for (let hour = 0; hour < 100; hour++) await until(() => {}, 3_600_000);
  expect(await state()).toMatchObject({ waiting: 1, refused: 0 });
  await deletions.stop();
  posthog.rules.refuse = null;
  open();
  // Asked twice, PostHog does the same.
  await until(() => expect(posthog.deletedIds).toContain(JANE), 60_000);
});

test.each([
  [
    'a web page',
    200,
    { 'Content-Type': 'text/html' },
    'a web page answered in the place of PostHog',
  ],
  ['a redirect', 307, { Location: '/api/elsewhere/' }, 'PostHog answered 307'],
])('%s is no answer of PostHog: it is asked again', async (_, status, headers, reason) => {
  const { posthog, erase, until, state } = await openErasingSite();
  posthog.rules.refuse = { from: 1, status, headers };
  await erase(JANE);
  await until(async () => expect(await state()).toEqual({ waiting: 1, refused: 0, reason }));
  // The key goes nowhere else.
  expect(new Set(posthog.requests)).toEqual(
    new Set(['POST /api/projects/42/persons/bulk_delete/']),
  );
});

test('what PostHog refuses for good is counted, and delays nobody', async () => {
  const { posthog, erase, until, state } = await openErasingSite();
  posthog.rules.refuse = { from: 1, status: 400 };
  await erase(JANE);
  await until(async () =>
    expect(await state()).toEqual({ waiting: 0, refused: 1, reason: 'PostHog answered 400' }),
  );
  posthog.rules.refuse = null;
  await erase(JOHN);
  await until(() => expect(posthog.deletedIds).toEqual([JOHN]));
});

test.each([{ posthogKey: null }, { posthogPersonalApiKey: null }, { posthogProjectId: null }])(
  'with %j nobody is asked',
  async (changed) => {
    const { posthog, erase, state } = await openErasingSite(changed);
    await erase(JANE);
    expect(await state()).toEqual(DONE);
    expect(posthog.requests).toEqual([]);
  },
);
