import { expect, test } from 'vitest';
import { filtersSchema } from '#shared/event-filters';
import { did, recordAll } from '../events/testing/store-contract-events.ts';
import { openStoreAndReader, type Read } from '../testing/open-reader.ts';
import { countTraffic } from './count-traffic.ts';
import { EVENT_FIELDS } from './event-field.ts';
import { filterEvents } from './filter-events.ts';

const traffic = (read: Read, maxValues?: number) =>
  read((reader) => {
    const query = { from: null, to: null, by: 'utm_source' } as const;
    return countTraffic(reader, query, EVENT_FIELDS.utm_source, maxValues);
  });

test('a source that is seen after very many made-up ones is counted exactly, and all sums are right', async () => {
  const { store, read } = await openStoreAndReader();
  const madeUp = (index: number) => `made-up-${(index * 7_919) % 2_000}`;
  const sendsForm = (person: string, utmSource: string, event_label: string) =>
    did(person, 'form_submit', 0, { utmSource, properties: { event_label } });
  expect(await traffic(read)).toEqual({
    ...{ people: 0, signups: 0 },
    ...{ events: [], by: 'utm_source', rows: [] },
  });
  await recordAll(store, [
    did('john', 'scroll', 0, { utmSource: 'news' }),
    ...Array.from({ length: 2_000 }, (_, index) =>
      did('mallory', 'scroll', 0, { utmSource: madeUp(index) }),
    ),
    did('jack', 'scroll', 0),
    sendsForm('jane', 'a-forum', 'success'),
    sendsForm('john', 'news', 'success'),
    sendsForm('jane', 'z-video', 'error'),
    ...['jane', 'jack'].map((person) => did(person, 'scroll', 0, { utmSource: 'z-video' })),
  ]);
  for (const maxValues of [150, 10_000]) {
    const { rows, others, events, ...all } = await traffic(read, maxValues);
    expect(all).toMatchObject({ people: 4, signups: 2 });
    expect(rows.slice(0, 4)).toEqual([
      { value: 'z-video', events: 3, people: 2, signups: 0 },
      { value: 'news', events: 2, people: 1, signups: 1 },
      { value: 'a-forum', events: 1, people: 1, signups: 1 },
      { value: null, events: 1, people: 1, signups: 0 },
    ]);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(100);
    const counted = [...rows, { events: others?.events ?? 0 }];
    expect(counted.reduce((sum, row) => sum + row.events, 0)).toBe(2_007);
    expect(others?.values).toBe(2_004 - 100);
    expect(events).toEqual([
      { name: 'scroll', count: 2_004, people: 4 },
      { name: 'form_submit', count: 3, people: 2 },
    ]);
  }
});

test('a source of blanks is none', async () => {
  const { store, read } = await openStoreAndReader();
  await recordAll(store, [
    did('jane', 'scroll', 0, { utmSource: ' ' }),
    did('john', 'scroll', 0, { utmSource: null }),
  ]);
  const none = { value: null, events: 2, people: 2, signups: 0 };
  expect((await traffic(read, 10)).rows).toEqual([none]);
});

test('spellings of a source are one row, its people are counted once, and a filter in any spelling finds all of them', async () => {
  const { store, read } = await openStoreAndReader();
  const spellings = ['LinkedIn', 'linkedin', ' LINKEDIN ', 'Ｌｉｎｋｅｄｉｎ'];
  await recordAll(store, [
    ...spellings.map((utmSource) => did('jane', 'scroll', 0, { utmSource })),
    did('john', 'scroll', 0, { utmSource: 'linkedIn' }),
    did('jack', 'scroll', 0, { utmSource: 'linked-in' }),
  ]);
  const linkedin = { value: 'linkedin', events: 5, people: 2, signups: 0 };
  const other = { value: 'linked-in', events: 1, people: 1, signups: 0 };
  for (const maxValues of [1, 10])
    expect((await traffic(read, maxValues)).rows).toEqual([linkedin, other]);
  for (const spelling of spellings) {
    const filters = filtersSchema.parse(`utm_source:${spelling}`);
    const people = await read((reader) =>
      filterEvents(reader, filters, () => 'unknown').scanEvents({ from: null, to: null }, () => {}),
    );
    expect(people, spelling).toBe(2);
  }
});
