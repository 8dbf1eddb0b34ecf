import { expect, test } from 'vitest';
import { createChannelOf, shippedChannels } from '../load-channels.ts';
import { did, MARCH, recordAll } from '../store/testing/store-contract-events.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { countEvents } from './count-events.ts';

const channelOf = createChannelOf(shippedChannels());
const always = { from: null, to: null };
const DAY = 86_400_000;

test('events are counted by day, name and what they are broken down by', async () => {
  const { store, read } = await openStoreAndReader();
  const news = { utmSource: 'news', properties: { form_type: 'beta' } };
  await recordAll(store, [
    did('jane', 'b', 0),
    did('john', 'a', 0, news),
    did('jane', 'a', DAY - 1, news),
    did('jane', 'a', DAY),
  ]);
  const count = async (query: object) =>
    (
      await read((reader) =>
        countEvents(reader, { ...always, breakdown: null, ...query }, channelOf),
      )
    ).map((row) => [row.day, row.name, row.value, row.count]);
  expect(await count({})).toEqual([
    ['2026-03-01', 'a', null, 2],
    ['2026-03-01', 'b', null, 1],
    ['2026-03-02', 'a', null, 1],
  ]);
  expect(await count({ from: MARCH + 1, to: MARCH + DAY - 1 })).toEqual([
    ['2026-03-01', 'a', null, 1],
  ]);
  expect(await count({ breakdown: 'utm_source', to: MARCH })).toEqual([
    ['2026-03-01', 'a', 'news', 1],
    ['2026-03-01', 'b', null, 1],
  ]);
  const values = async (breakdown: string) =>
    (await count({ breakdown, to: MARCH })).map(([, , value]) => value);
  expect(await values('form_type')).toEqual(['beta', null]);
  expect(await values('path')).toEqual(['/', '/']);
  expect(await values('viewport')).toEqual([null, null]);
  expect(await values('channel')).toEqual(['campaign', 'unknown']);
  expect(await values('referrer_host')).toEqual([null, null]);
});

test('the languages of a page count as one path, and can be told apart', async () => {
  const { store, read } = await openStoreAndReader();
  await recordAll(store, [
    did('jane', 'a', 0, { path: '/about' }),
    did('jane', 'a', 0, { path: '/de/about', language: 'de' }),
    did('jane', 'a', 0, { path: '/pt-br/about', language: 'pt-BR' }),
    did('john', 'a', 0, { path: '/de/', language: 'de' }),
    did('john', 'a', 0, { path: '/de', language: null }),
    did('john', 'a', 0, { path: '/design' }),
  ]);
  const count = async (breakdown: 'path' | 'language') =>
    Object.fromEntries(
      (await read((reader) => countEvents(reader, { ...always, breakdown }, channelOf))).map(
        ({ value, count }) => [value, count],
      ),
    );
  expect(await count('path')).toEqual({ '/about': 3, '/': 2, '/design': 1 });
  expect(await count('language')).toEqual({ de: 2, en: 2, null: 1, 'pt-BR': 1 });
});
