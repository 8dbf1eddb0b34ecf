import { expect, test } from 'vitest';
import { createRefusalMemory } from './refusal-memory.ts';
import type { RecordedDecision } from './store.ts';
import { grant } from './store-contract-data.ts';

test('a grant that overtakes its later refusal on the way to the disk does not stand', async () => {
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
