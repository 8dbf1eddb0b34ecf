import { expect, test } from 'vitest';
import { readWholePerson } from '../read-whole-person.ts';
import { batch, grant, JANE, JOHN, NOON, newId, scroll, text } from './store-contract-data.ts';
import {
  type Open,
  openWithEvents,
  record,
  rule,
  settlement,
  take,
  taken,
  withdrawal,
} from './store-contract-relay.ts';

/** What is stored under an id, and its erasure. */
export function personContract(open: Open) {
  const erasure = (change: object = {}) => ({
    id: newId(),
    consentId: JANE,
    gpc: false,
    at: NOON + 1500,
    ...change,
  });

  test('everything stored under an id is read in order, and nothing of anybody else', async () => {
    const store = await openWithEvents(open, 25, 50, 75);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [100]);
    await store.recordDecision(withdrawal(NOON + 1200));
    const { consents, events, moreEvents } = await readWholePerson(store, JANE, 2);
    const granted = {
      revision: 1,
      analytics: true,
      source: 'banner',
      language: 'en',
      textHash: 'a'.repeat(64),
      gpc: false,
      decidedAt: NOON,
      recordedAt: NOON,
    };
    const withdrawn = { analytics: false, decidedAt: NOON + 1200, recordedAt: NOON + 1200 };
    expect(consents).toEqual([granted, { ...granted, ...withdrawn }]);
    expect(events.map(({ properties }) => properties['percent_scrolled'])).toEqual([25, 50]);
    expect(moreEvents).toBe(1);
    const nothing = { consents: [], events: [], moreEvents: 0 };
    expect(await readWholePerson(store, newId(), 10)).toEqual(nothing);
  });

  test('erasing deletes the events, delivered, waiting or set aside, and adds a withdrawal', async () => {
    const store = await openWithEvents(open, 25, 50, 75);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [100]);
    const [first, second] = await take(store, 3);
    await store.settleDeliveries(settlement({ through: first?.seq ?? 0, delivered: 1 }));
    const setAside = { seq: second?.seq ?? 0, reason: 'bad' };
    await store.settleDeliveries(settlement({ through: setAside.seq, setAside }));
    expect(await store.erasePerson(erasure())).toBe(3);
    const { consents, events } = await readWholePerson(store, JANE, 10);
    expect(events).toEqual([]);
    expect(consents).toMatchObject([
      { analytics: true, source: 'banner' },
      { analytics: false, source: 'my-data', recordedAt: NOON + 1500 },
    ]);
    expect(await store.deliveryState()).toMatchObject({ waiting: 1, setAside: 0, deadLetters: [] });
    expect(await taken(store)).toEqual([100]);
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('erasing works even if the clock was set back since the grant', async () => {
    const store = await open();
    await store.publishConsentTexts([{ ...text(), recipient: rule.recipient }]);
    await store.recordDecision(grant({ decidedAt: NOON + 9000, recordedAt: NOON + 9000 }));
    await store.recordEvents(batch({ receivedAt: NOON + 9000 }));
    expect(await store.erasePerson(erasure({ at: NOON }))).toBe(1);
    const { consents, events } = await readWholePerson(store, JANE, 10);
    expect(events).toEqual([]);
    expect(consents).toMatchObject([
      { analytics: true },
      { analytics: false, source: 'my-data', decidedAt: NOON + 9000, recordedAt: NOON },
    ]);
    const later = batch({ receivedAt: NOON + 9001 });
    expect((await store.recordEvents(later)).outcome).toBe('consent_required');
  });

  test('erasing again, or for an id that never granted, does nothing', async () => {
    const store = await openWithEvents(open, 25);
    await store.erasePerson(erasure());
    expect(await store.erasePerson(erasure())).toBe(0);
    expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(2);
    await store.recordDecision(grant({ consentId: JOHN, gpc: true }));
    expect(await store.erasePerson(erasure({ consentId: JOHN }))).toBe(0);
    expect((await readWholePerson(store, JOHN, 1)).consents).toHaveLength(1);
  });

  test('many events of a person are read in order, a page at a time, and counted once by two erasures at the same time', async () => {
    const store = await openWithEvents(open);
    const ids = Array.from({ length: 9_000 }, newId);
    for (const from of [0, 3_000, 6_000]) {
      const events = ids.slice(from, from + 3_000).map((id) => scroll(25, NOON, id));
      await store.recordEvents(batch({ events }));
    }
    const pages: string[][] = [];
    const { events, moreEvents } = await store.readPerson(JANE, 1_200);
    for await (const page of events) pages.push(page.map(({ id }) => id));
    expect([pages.length > 1, moreEvents]).toEqual([true, 9_000 - 1_200]);
    expect(pages.flat()).toEqual(ids.slice(0, 1_200));
    const erased = await Promise.all([store.erasePerson(erasure()), store.erasePerson(erasure())]);
    expect(erased[0] + erased[1]).toBe(9_000);
    const counts = (await store.readAudit()).map(({ counts }) => counts.events ?? 0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9_000);
    expect((await readWholePerson(store, JANE, 1)).events).toEqual([]);
  });

  test('events that arrive during the erasure are erased or refused', async () => {
    const store = await openWithEvents(open, 25);
    const [erased, recorded] = await Promise.all([
      store.erasePerson(erasure()),
      store.recordEvents(batch({ events: [scroll(50)] })),
    ]);
    expect(erased).toBe(recorded.outcome === 'recorded' ? 2 : 1);
    expect((await readWholePerson(store, JANE, 10)).events).toEqual([]);
  });
}
