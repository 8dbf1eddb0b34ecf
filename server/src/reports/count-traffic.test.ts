import { expect, test } from 'vitest';
import { NOON } from '../store/testing/store-contract-data.ts';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { openStoreAndReader, type Read } from '../testing/open-reader.ts';
import { countTraffic } from './count-traffic.ts';
import { EVENT_FIELDS } from './event-field.ts';

const traffic = (read: Read, maxValues?: number) =>
  read((reader) => {
    const query = { from: null, to: null, by: 'utm_source' } as const;
    return countTraffic(reader, query, EVENT_FIELDS.utm_source, maxValues);
  });

const did = (person: string, event: string, more: object = {}) => ({
  person,
  event,
  at: NOON,
  ...more,
});
const form = (event_label: string) => ({ properties: { event_label } });

test('traffic is counted by name and by source, in events and in people', async () => {
  const { store, read } = await openStoreAndReader();
  expect(await traffic(read)).toEqual({ events: [], by: 'utm_source', rows: [] });
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

test('a source that is seen after very many made-up ones is counted exactly, and all sums are right', async () => {
  const { store, read } = await openStoreAndReader();
  const madeUp = (index: number) => `made-up-${(index * 7_919) % 2_000}`;
  const signsUp = (person: string, utmSource: string) =>
    did(person, 'form_submit', { utmSource, ...form('success') });
  await recordAll(store, [
    did('john', 'scroll', { utmSource: 'news' }),
    ...Array.from({ length: 2_000 }, (_, index) =>
      did('mallory', 'scroll', { utmSource: madeUp(index) }),
    ),
    did('jack', 'scroll'),
    signsUp('jane', 'a-forum'),
    signsUp('john', 'news'),
    ...['jane', 'jack'].map((person) => did(person, 'scroll', { utmSource: 'z-video' })),
  ]);
  for (const maxValues of [150, 10_000]) {
    const { rows, others, events } = await traffic(read, maxValues);
    expect(rows.slice(0, 4)).toEqual([
      { value: 'z-video', events: 2, people: 2, signups: 0 },
      { value: 'news', events: 2, people: 1, signups: 1 },
      { value: 'a-forum', events: 1, people: 1, signups: 1 },
      { value: null, events: 1, people: 1, signups: 0 },
    ]);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(100);
    const counted = [...rows, { events: others?.events ?? 0 }];
    expect(counted.reduce((sum, row) => sum + row.events, 0)).toBe(2_006);
    expect(others?.values).toBe(2_004 - 100);
    expect(events).toEqual([
      { name: 'scroll', count: 2_004, people: 4 },
      { name: 'form_submit', count: 2, people: 2 },
    ]);
  }
});
