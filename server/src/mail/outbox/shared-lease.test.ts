import { expect } from 'vitest';
import { openStore, postgresTest as test } from '../../store/postgres/testing/postgres-site.ts';
import { openPostgresDatabase } from '../../testing/programs/postgres.ts';
import { shareLease } from './shared-lease.ts';

/** Two processes that share one database. */
async function openTwo() {
  const url = await openPostgresDatabase();
  const [store, other] = [await openStore(url), await openStore(url)];
  const [here, elsewhere] = [shareLease(store), shareLease(other)];
  return { store, here, isFree: () => elsewhere(async () => {}) };
}

/** Begins work that goes on until it is ended. Resolves once it has begun. */
async function begin(runAlone: ReturnType<typeof shareLease>) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let ran: Promise<boolean> | undefined;
  await new Promise<void>((resolve) => {
    ran = runAlone(async () => {
      resolve();
      await ended;
    });
  });
  return async () => {
    end();
    return ran;
  };
}

test('what one process does shares the lease, which another one gets after the last of it', async () => {
  const { here, isFree } = await openTwo();
  const endFirst = await begin(here);
  const endSecond = await begin(here);
  expect(await isFree()).toBe(false);
  expect(await endFirst()).toBe(true);
  expect(await isFree()).toBe(false);
  const endThird = await begin(here);
  expect(await endSecond()).toBe(true);
  expect(await isFree()).toBe(false);
  const ending = endThird();
  expect(await here(async () => {})).toBe(true); // it came before the last one had ended
  expect(await ending).toBe(true);
  expect(await isFree()).toBe(true);
});

test('who comes while the lease is given back waits for it', async () => {
  const { store } = await openTwo();
  let late: Promise<boolean> | undefined;
  const here = shareLease({
    runAlone: (job, work) =>
      store.runAlone(job, async () => {
        await work();
        late ??= here(async () => {});
        for (let query = 0; query < 5; query++) await store.mailState(); // giving back takes that long
      }),
  });
  expect(await here(async () => {})).toBe(true);
  expect(await late).toBe(true);
});

test('nothing runs while another process has the lease', async () => {
  const { store, here, isFree } = await openTwo();
  const end = await begin(shareLease(store));
  const begun: string[] = [];
  const work = async () => void begun.push('begun');
  expect(await Promise.all([here(work), here(work), isFree()])).toEqual([false, false, false]);
  expect(begun).toEqual([]);
  await end();
  expect([await here(work), begun]).toEqual([true, ['begun']]);
});

test('work that fails gives the lease back, and a database that cannot be used is an error of all', async () => {
  const { store, here, isFree } = await openTwo();
  const fail = () => Promise.reject(new Error('it failed'));
  await expect(here(fail)).rejects.toThrow('it failed');
  expect(await isFree()).toBe(true);
  await store.close();
  for (const ran of [here(fail), here(fail)]) await expect(ran).rejects.toThrow(/closed|pool/i);
});
