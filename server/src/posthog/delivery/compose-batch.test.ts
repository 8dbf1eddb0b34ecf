import { expect, test } from 'vitest';
import { batch, JANE, NOON, scroll } from '../../store/testing/store-contract-data.ts';
import { composeBatch } from './compose-batch.ts';

const context = batch().context;
const deliveries = Array.from({ length: 250 }, (_, index) => ({
  seq: index + 1,
  outcome: 'deliver' as const,
  event: { ...scroll(25), consentId: JANE, sessionId: null, context, receivedAt: NOON },
}));

test('many events are composed in order, and other work runs in between', async () => {
  let turns = 0;
  let isDone = false;
  const others = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  const { events, through } = await composeBatch(deliveries, {
    siteUrl: 'https://site.test',
    maxBytes: 1_000_000,
  });
  isDone = true;
  const ids = events.map((json) => (JSON.parse(json) as { uuid: string }).uuid);
  expect(ids).toEqual(deliveries.map(({ event }) => event.id));
  expect(through).toBe(250);
  expect(turns).toBe(2);
});
