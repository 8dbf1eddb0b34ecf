import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../testing/test-app.ts';
import {
  batch,
  grant,
  NOON,
  scroll,
  takeDeliveries,
  text,
} from '../../testing/store-contract-data.ts';
import { openSqliteStore } from '../open-store.ts';

const recipient = 'eu.i.posthog.com';
const rule = { recipient, now: NOON + 2000 };

async function openWithEvents(count: number) {
  const store = openSqliteStore(join(temporaryFolder(), 'site.db'));
  onTestFinished(() => store.close());
  await store.publishConsentTexts([{ ...text(), recipient }]);
  await store.recordDecision(grant());
  const events = Array.from({ length: count }, () => scroll(25));
  await store.recordEvents(batch({ events }));
  return { store, ids: events.map(({ id }) => id) };
}

test.each([1, 99, 100, 101, 200, 250])(
  '%i events are taken in order, as many as requested',
  async (count) => {
    const { store, ids } = await openWithEvents(250);
    const taken = await takeDeliveries(store, count, rule);
    const takenIds = taken.map((one) => one.outcome === 'deliver' && one.event.id);
    expect(takenIds).toEqual(ids.slice(0, count));
  },
);

test('while many events are taken other work runs, and a withdrawal applies to events not yet taken', async () => {
  const { store } = await openWithEvents(250);
  const taking = takeDeliveries(store, 500, rule);
  const at = NOON + 1500;
  await store.recordDecision(grant({ analytics: false, decidedAt: at, recordedAt: at }));
  const outcomes = (await taking).map(({ outcome }) => outcome);
  expect(outcomes).toHaveLength(250);
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['deliver', 'withdrawn']);
});
