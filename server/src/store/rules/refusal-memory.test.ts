import { expect, test } from 'vitest';
import type { RecordedDecision } from '../store.ts';
import { grant, newId } from '../testing/store-contract-data.ts';
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
const refusalAt = (decidedAt: number) => grant({ analytics: false, decidedAt });

test('of two refusals the later click is remembered, in any order of arrival', async () => {
  const record = createRefusalMemory().guard(async () => appended);
  await record(refusalAt(20));
  await record(refusalAt(10));
  expect(await record(grant({ decidedAt: 15 }))).toMatchObject({ outcome: 'superseded' });
  expect(await record(grant({ decidedAt: 21 }))).toEqual(appended);
});

test.each([
  ['counted', true],
  ['unchanged', true],
  ['appended', false],
  ['superseded', false],
] as const)(
  'a refusal that is %s is sent to the other processes if no row tells them: %s',
  async (outcome, isTold) => {
    const told: number[] = [];
    const record = createRefusalMemory().guard(
      async () => ({ outcome, recordedAt: 0 }),
      ({ decidedAt }) => told.push(decidedAt),
    );
    await record(refusalAt(20));
    expect(told).toEqual(isTold ? [20] : []);
  },
);

test('a refusal is remembered for ten minutes', async () => {
  let now = 1;
  const record = createRefusalMemory(() => now).guard(async () => appended);
  await record(refusalAt(20));
  now += 10 * 60_000;
  expect(await record(grant({ decidedAt: 15 }))).toMatchObject({ outcome: 'superseded' });
  now += 1;
  expect(await record(grant({ decidedAt: 15 }))).toEqual(appended);
});

test('a repeated refusal is remembered for another ten minutes', async () => {
  let now = 1;
  const record = createRefusalMemory(() => now).guard(async () => appended);
  await record(refusalAt(20));
  now += 10 * 60_000;
  await record(refusalAt(20));
  now += 10 * 60_000;
  expect(await record(grant({ decidedAt: 15 }))).toMatchObject({ outcome: 'superseded' });
});

test('beyond 10,000 refusals the oldest is forgotten', async () => {
  const record = createRefusalMemory().guard(async () => appended);
  const people = Array.from({ length: 10_001 }, newId);
  for (const consentId of people)
    await record(grant({ consentId, analytics: false, decidedAt: 20 }));
  const [first = '', second = ''] = people;
  expect(await record(grant({ consentId: first, decidedAt: 15 }))).toEqual(appended);
  const outcome = (await record(grant({ consentId: second, decidedAt: 15 }))).outcome;
  expect(outcome).toBe('superseded');
});
