import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { datedValue } from '../team/dated-value.ts';
import { temporaryFile } from '../testing/temporary-folder.ts';
import { NOON, openAskingStore } from '../testing/test-app.ts';
import { createDrillJob } from './drill-job.ts';

test('the newest backup is tried once a week while it is where it was made, and after a failure the next one at once', async () => {
  const { store } = await openAskingStore();
  const clock = { now: NOON };
  const now = () => clock.now;
  const drilled: number[] = [];
  const drill = async () => {
    drilled.push(clock.now - NOON);
    await store.mark({ name: 'drill', value: datedValue(clock.now, ''), at: clock.now });
  };
  const job = createDrillJob({ store, now, drill });
  const { signal } = new AbortController();
  const backup = temporaryFile('backup.db');
  // Earlier versions did not note where a backup is.
  for (const value of ['none', '2026-03-14T12:00:00.000Z', datedValue(NOON, backup)]) {
    await store.mark({ name: 'backup', value, at: NOON });
    await job.run(signal);
  }
  expect(drilled).toEqual([]);
  writeFileSync(backup, '');
  for (let day = 0; day < 15; day++) {
    clock.now = NOON + day * DAY_MS;
    await job.run(signal);
  }
  expect(drilled).toEqual([0, 7 * DAY_MS, 14 * DAY_MS]);

  const failedAt = clock.now;
  await store.mark({ name: 'drill', value: datedValue(failedAt, 'it is broken'), at: failedAt });
  clock.now += HOUR_MS;
  await job.run(signal);
  expect(drilled).toHaveLength(3);
  const newer = clock.now;
  await store.mark({ name: 'backup', value: datedValue(newer, backup), at: newer });
  await job.run(signal);
  expect(drilled.slice(3)).toEqual([newer - NOON]);
});
