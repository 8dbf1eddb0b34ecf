import { expect, test } from 'vitest';
import type { RecordedDecision } from '../store/store.ts';
import { grant, newId } from '../store/testing/store-contract-data.ts';
import { createRefusalMemory } from './refusal-memory.ts';

test('a grant that reaches the disk before its later refusal is not valid', async () => {
  const recorded: boolean[] = [];
  let finish = (_: RecordedDecision) => {};
  const record = createRefusalMemory().guard((decision) => {
    recorded.push(decision.analytics);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  const given = grant();
  const refusal = record({ ...given, analytics: false, decidedAt: given.decidedAt + 1 });
  expect(await record(given)).toMatchObject({ outcome: 'superseded' });
  expect(recorded).toEqual([false]);
  finish({ outcome: 'counted', recordedAt: given.recordedAt });
  expect(await refusal).toMatchObject({ outcome: 'counted' });
});

const appended = { outcome: 'appended', recordedAt: 0 } as const;

/** A memory of refusals, and a clock. */
function openMemory() {
  let now = 1;
  const record = createRefusalMemory(() => now).guard(async () => appended);
  return {
    refuse: (decidedAt: number, consentId = grant().consentId) =>
      record(grant({ consentId, analytics: false, decidedAt })),
    grantAt: async (decidedAt: number, consentId = grant().consentId) =>
      (await record(grant({ consentId, decidedAt }))).outcome,
    wait(ms: number) {
      now += ms;
    },
  };
}

test('of two refusals the later click is remembered, in any order of arrival', async () => {
  const { refuse, grantAt } = openMemory();
  await refuse(20);
  await refuse(10);
  expect([await grantAt(15), await grantAt(21)]).toEqual(['superseded', 'appended']);
});

test('a refusal is sent to the other processes if no row tells them', async () => {
  const told: string[] = [];
  for (const outcome of ['counted', 'unchanged', 'appended', 'superseded'] as const) {
    const record = createRefusalMemory().guard(
      async () => ({ outcome, recordedAt: 0 }),
      () => told.push(outcome),
    );
    await record(grant({ analytics: false, decidedAt: 20 }));
  }
  expect(told).toEqual(['counted', 'unchanged']);
});

test('a refusal is remembered for ten minutes, and a repeated one for another ten', async () => {
  const { refuse, grantAt, wait } = openMemory();
  await refuse(20);
  wait(10 * 60_000);
  await refuse(20);
  wait(10 * 60_000);
  expect(await grantAt(15)).toBe('superseded');
  wait(1);
  expect(await grantAt(15)).toBe('appended');
});

test('beyond 10,000 refusals the oldest is forgotten', async () => {
  const { refuse, grantAt } = openMemory();
  const people = Array.from({ length: 10_001 }, newId);
  for (const consentId of people) await refuse(20, consentId);
  const [first = '', second = ''] = people;
  expect([await grantAt(15, first), await grantAt(15, second)]).toEqual(['appended', 'superseded']);
});
