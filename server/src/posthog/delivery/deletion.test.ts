import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { shareLease } from '../../mail/outbox/shared-lease.ts';
import { createMyData } from '../../persons/my-data-service.ts';
import { batch, grant, JANE, JOHN, newId, text } from '../../store/testing/store-contract-data.ts';
import { closeServer, freePort, listenLocally } from '../../testing/programs/free-port.ts';
import { openPosthogApp } from '../../testing/programs/posthog-app-stand-in.ts';
import { openOutbox, soon } from '../../testing/sites/outbox-site.ts';
import { NOON } from '../../testing/test-app.ts';
import { canAskToDelete, createDeletions, deletionSettings } from './deletion.ts';

/** A site whose visitors erase, beside PostHog's app, by a clock that the test moves. */
async function openErasingSite(changed: object = {}) {
  const posthog = await openPosthogApp();
  const { sending, store, clock, allLines } = await openOutbox(NOON + 60_000);
  await store.publishConsentTexts([text()]);
  const config = {
    ...{ hasEvents: true, posthogHost: posthog.url },
    ...{ posthogPersonalApiKey: posthog.key, posthogProjectId: posthog.project },
    ...changed,
  };
  const open = () => {
    const deletions = createDeletions({ ...sending, config, fetch, runAlone: shareLease(store) });
    onTestFinished(() => deletions.stop());
    deletions.start();
    return deletions;
  };
  const deletions = open();
  const erase = (consentId: string) =>
    createMyData({ store, deletions, now: clock.now, newId }).erase(consentId, false);
  const eraseEvents = async (consentId: string) => {
    await store.recordDecision(grant({ consentId }));
    await store.recordEvents(batch({ consentId }));
    await erase(consentId);
  };
  /** Moves the clock until the condition holds; by less than a request may take, unless the test says otherwise. */
  const until = (hold: () => unknown, stepMs = 100) =>
    soon(async () => {
      clock.advance(stepMs);
      await hold();
    });
  const state = async () => (await store.deliveryState()).deletions;
  return { posthog, store, deletions, open, erase, eraseEvents, until, state, allLines };
}

const DONE = { waiting: 0, refused: 0, reason: null };

test('PostHog is asked to delete whom an erasure concerns, once', async () => {
  const { posthog, store, erase, eraseEvents, until, state, allLines } = await openErasingSite();
  await eraseEvents(JANE);
  await until(async () => expect(await state()).toEqual(DONE));
  await erase(JANE); // a second press finds nothing to erase
  await eraseEvents(JOHN);
  await until(() => expect(posthog.deletedIds).toEqual([JANE, JOHN]));
  const made = newId();
  await store.recordDecision(grant({ consentId: made }));
  await erase(made);
  expect(await state()).toEqual(DONE); // without events nobody is asked
  expect(await store.webhookStates()).toEqual([]);
  expect(allLines.join()).not.toContain(JANE);
});

test('it waits, as long as it takes, for a PostHog that is away or refuses the key, also after a restart', async () => {
  const { posthog, deletions, open, eraseEvents, until, state } = await openErasingSite();
  posthog.rules.readOnly = true;
  await eraseEvents(JANE);
  const reason = 'PostHog answered 403';
  await until(async () => expect(await state()).toEqual({ waiting: 1, refused: 0, reason }));
  expect(deletions.status()).toEqual({ state: 'failing', reason });
  posthog.rules.readOnly = false;
  posthog.rules.refuse = { from: 0, status: 503 };
  for (let hour = 0; hour < 100; hour++) await until(() => {}, HOUR_MS);
  expect(await state()).toMatchObject({ waiting: 1, refused: 0 });
  await deletions.stop();
  posthog.rules.refuse = null;
  open();
  // Asked twice, PostHog does the same.
  await until(() => expect(posthog.deletedIds).toContain(JANE), 60_000);
});

test.each([
  [{ status: 200 }, 'the answer 200 does not say that PostHog accepted'],
  [{ status: 202 }, 'the answer 202 does not say that PostHog accepted'],
  [
    { status: 202, answer: { persons_found: 1, deletion_errors: [{ person_uuid: JANE }] } },
    'the answer 202 does not say that PostHog accepted',
  ],
  [{ status: 400, answer: { message: 'of a proxy' } }, 'PostHog answered 400'],
  [{ status: 307, headers: { Location: '/api/elsewhere/' } }, 'PostHog answered 307'],
])('after %j PostHog is asked again', async (answer, reason) => {
  const { posthog, eraseEvents, until, state } = await openErasingSite();
  posthog.rules.refuse = { from: 1, ...answer };
  await eraseEvents(JANE);
  await until(async () => expect(await state()).toEqual({ waiting: 1, refused: 0, reason }));
  // The key goes nowhere else.
  expect(new Set(posthog.requests)).toEqual(
    new Set(['POST /api/projects/42/persons/bulk_delete/']),
  );
});

test('the empty 202 of an older PostHog is a success', async () => {
  const { posthog, eraseEvents, until, state } = await openErasingSite();
  posthog.rules.refuse = { from: 1, status: 202, answer: null };
  await eraseEvents(JANE);
  await until(async () => expect([posthog.requests.length, await state()]).toEqual([1, DONE]));
});

test('of a PostHog that is away or silent, the reason is known', async () => {
  const server = createServer((socket) => socket.resume()); // says nothing
  const silent = await listenLocally(server);
  onTestFinished(() => closeServer(server));
  for (const [port, reason] of [
    [await freePort(), 'PostHog cannot be reached (ECONNREFUSED)'],
    [silent, 'PostHog did not answer within 15 s'],
  ]) {
    const site = await openErasingSite({ posthogHost: `http://127.0.0.1:${port}` });
    await site.eraseEvents(JANE);
    const waiting = { waiting: 1, refused: 0, reason };
    await site.until(async () => expect(await site.state()).toEqual(waiting), 5_000);
    await site.deletions.stop();
  }
});

test('what PostHog refuses for good is counted, and delays nobody', async () => {
  const { posthog, eraseEvents, until, state } = await openErasingSite();
  posthog.rules.refuse = { from: 1, status: 400 };
  await eraseEvents(JANE);
  await until(async () =>
    expect(await state()).toEqual({ waiting: 0, refused: 1, reason: 'PostHog answered 400' }),
  );
  posthog.rules.refuse = null;
  await eraseEvents(JOHN);
  await until(() => expect(posthog.deletedIds).toEqual([JOHN]));
});

test.each([{ hasEvents: false }, { posthogPersonalApiKey: null }, { posthogProjectId: null }])(
  'with %j nobody is asked',
  async (changed) => {
    const { posthog, eraseEvents, state } = await openErasingSite(changed);
    await eraseEvents(JANE);
    expect(await state()).toEqual(DONE);
    expect(posthog.requests).toEqual([]);
  },
);

test('a PostHog that was switched off is still asked, if this one ever got events', async () => {
  const { store } = await openOutbox(NOON);
  const keys = { posthogPersonalApiKey: 'phx_test', posthogProjectId: 42 };
  const asks = async (posthogHost: string, posthogKey: string | null = null) =>
    canAskToDelete(await deletionSettings({ ...keys, posthogHost, posthogKey }, store));
  const [eu, us] = ['https://eu.i.posthog.com', 'https://us.i.posthog.com'];
  await store.publishConsentTexts([{ ...text(), recipient: 'eu.i.posthog.com' }]);
  expect([await asks(eu), await asks(eu, 'phc_test')]).toEqual([false, true]);
  const settlement = { through: 1, delivered: 1, skipped: {}, setAside: null, at: NOON };
  await store.settleDeliveries(settlement);
  expect([await asks(eu), await asks(us)]).toEqual([true, false]);
});
