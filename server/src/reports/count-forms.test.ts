import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import { recordAll } from '../events/testing/store-contract-events.ts';
import { NOON } from '../store/testing/store-contract-data.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { countForms } from './count-forms.ts';

test('everybody counts once under each outcome that they saw, and once under the best, within the range', async () => {
  const { store, read } = await openStoreAndReader();
  const outcomesOf = async (from: number, to: number) => {
    const { people, outcomes } = await read((reader) => countForms(reader, { from, to }));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['success', 'duplicate', 'error']);
    const sum = outcomes.reduce((all, { best }) => all + best, 0);
    expect(sum).toBe(people);
    return [people, ...outcomes.map((one) => one.people), ...outcomes.map(({ best }) => best)];
  };
  expect(await outcomesOf(NOON, NOON + HOUR_MS)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const sends = (person: string, event_label: string, at = NOON) => ({
    person,
    event: 'form_submit',
    at,
    properties: { form_type: 'beta', event_label },
  });
  await recordAll(store, [
    sends('failed, then signed up', 'error'),
    sends('failed, then signed up', 'error', NOON + 1_000),
    sends('failed, then signed up', 'success', NOON + 2_000),
    sends('came again, which failed', 'duplicate'),
    sends('came again, which failed', 'error', NOON + 1_000),
    sends('signed up', 'success'),
    sends('signed up', 'duplicate', NOON + 2 * HOUR_MS),
    { person: 'sent nothing', event: 'scroll', at: NOON },
  ]);
  expect(await outcomesOf(NOON, NOON + HOUR_MS)).toEqual([3, 2, 1, 2, 2, 1, 0]);
  expect(await outcomesOf(NOON, NOON + 2 * HOUR_MS)).toEqual([3, 2, 2, 2, 2, 1, 0]);
  expect(await outcomesOf(NOON + 2_000, NOON + HOUR_MS)).toEqual([1, 1, 0, 0, 1, 0, 0]);
  expect(await outcomesOf(NOON + 1_000, NOON + 1_000)).toEqual([2, 0, 0, 2, 0, 0, 2]);
});
