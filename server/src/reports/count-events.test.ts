import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { EventBreakdown } from '#shared/reports';
import { did, recordAll } from '../events/testing/store-contract-events.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { countEvents } from './count-events.ts';
import { createChannelOf, shippedChannels } from './load-channels.ts';

const channelOf = createChannelOf(shippedChannels());

test('events are broken down by their context and their properties, and the languages of a page count as one path', async () => {
  const { store, read } = await openStoreAndReader();
  const news = { utmSource: 'news', properties: { form_type: 'beta' } };
  await recordAll(store, [
    did('jane', 'a', 0, { path: '/about', ...news }),
    did('jane', 'a', 0, { path: '/de/about', language: 'de' }),
    did('jane', 'a', 0, { path: '/pt-br/about', language: 'pt-BR' }),
    did('john', 'a', 0, { path: '/de/', language: 'de' }),
    did('john', 'a', 0, { path: '/de', language: null }),
    did('john', 'a', 0, { path: '/design' }),
    did('john', 'b', 0, { path: '/design' }),
    did('john', 'a', DAY_MS, { path: '/design' }),
  ]);
  const count = async (breakdown: EventBreakdown | null) =>
    (
      await read((reader) => countEvents(reader, { from: null, to: null, breakdown }, channelOf))
    ).map(({ day, name, value, count }) => [day.slice(-2), name, value, count].join(' '));
  expect(await count(null)).toEqual(['01 a  6', '01 b  1', '02 a  1']);
  const later = (value: string) => [`01 b ${value} 1`, `02 a ${value} 1`];
  for (const [breakdown, ...expected] of [
    ['path', '01 a / 2', '01 a /about 3', '01 a /design 1', ...later('/design')],
    ['language', '01 a de 2', '01 a en 2', '01 a pt-BR 1', '01 a  1', ...later('en')],
    ['utm_source', '01 a news 1', '01 a  5', ...later('')],
    ['form_type', '01 a beta 1', '01 a  5', ...later('')],
    ['channel', '01 a campaign 1', '01 a unknown 5', ...later('unknown')],
  ] as const)
    expect((await count(breakdown)).toSorted(), breakdown).toEqual(expected.toSorted());
});
