import { expect, test } from 'vitest';
import { NOON } from '../store/testing/store-contract-data.ts';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { openStoreAndReader, type Read } from '../testing/open-reader.ts';
import { countTraffic } from './count-traffic.ts';
import { EVENT_FIELDS } from './event-field.ts';

const HOUR = 3_600_000;

const traffic = (read: Read, range: object = {}) =>
  read((reader) =>
    countTraffic(
      reader,
      { from: null, to: null, by: 'utm_source', ...range },
      EVENT_FIELDS.utm_source,
    ),
  );

const did = (person: string, event: string, more: object = {}) => ({
  person,
  event,
  at: NOON,
  ...more,
});
const form = (event_label: string) => ({ properties: { event_label } });

test('traffic is counted by name and by source, in events and in people', async () => {
  const { store, read } = await openStoreAndReader();
  expect(await traffic(read)).toEqual({
    events: [],
    by: 'utm_source',
    rows: [],
  });
  await recordAll(store, [
    did('jane', 'scroll', { utmSource: 'news' }),
    did('jane', 'scroll', { utmSource: 'news' }),
    did('jane', 'form_submit', { utmSource: 'news', ...form('success') }),
    did('jane', 'form_submit', { utmSource: 'news', ...form('success') }),
    did('john', 'scroll', { utmSource: 'news' }),
    did('john', 'form_submit', { utmSource: 'ads', ...form('error') }),
    did('jack', 'scroll'),
  ]);
  expect(await traffic(read)).toEqual({
    events: [
      { name: 'scroll', count: 4, people: 3 },
      { name: 'form_submit', count: 3, people: 2 },
    ],
    by: 'utm_source',
    rows: [
      { value: 'news', events: 5, people: 2, signups: 1 },
      { value: null, events: 1, people: 1, signups: 0 },
      { value: 'ads', events: 1, people: 1, signups: 0 },
    ],
  });
});

test('of very many sources only those with the most people are listed, and the others counted', async () => {
  const { store, read } = await openStoreAndReader();
  await recordAll(store, [
    ...Array.from({ length: 150 }, (_, index) =>
      did('jane', 'scroll', { utmSource: `made-up-${index}` }),
    ),
    did('john', 'scroll', { utmSource: 'news' }),
    did('jack', 'scroll', { utmSource: 'news' }),
  ]);
  const { rows, more } = await traffic(read);
  expect(rows).toHaveLength(100);
  expect(rows[0]).toEqual({ value: 'news', events: 2, people: 2, signups: 0 });
  expect(more).toBe(51);
});

test('traffic is that of a range, both ends included', async () => {
  const { store, read } = await openStoreAndReader();
  await recordAll(
    store,
    [1, 2, 3, 4].map((hour) => did(`p${hour}`, 'scroll', { at: NOON + hour * HOUR })),
  );
  const range = { from: NOON + 2 * HOUR, to: NOON + 3 * HOUR };
  expect((await traffic(read, range)).events).toEqual([{ name: 'scroll', count: 2, people: 2 }]);
});
