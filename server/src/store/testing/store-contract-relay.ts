import { expect, test } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import { readWholePerson } from '../read-whole-person.ts';
import type { DeliveryRule, Settlement, Store } from '../store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  scroll,
  takeDeliveries,
  text,
} from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

const RECIPIENT = 'eu.i.posthog.com';
const rule: DeliveryRule = { recipient: RECIPIENT, now: NOON + 2000 };
const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  through: 0,
  delivered: 0,
  skipped: {},
  setAside: null,
  at: NOON + 3000,
  ...change,
});

/** A store whose text names the recipient, with Jane's grant and these events of hers. */
async function openWithEvents(open: Open, ...percents: number[]) {
  const store = await open();
  await store.publishConsentTexts([{ ...text(), recipient: RECIPIENT }]);
  await store.recordDecision(grant());
  await record(store, JANE, percents);
  return store;
}

async function record(store: Store, consentId: string, percents: readonly number[]) {
  const events = percents.map((percent) => scroll(percent));
  if (events.length > 0) await store.recordEvents(batch({ consentId, events }));
}

const take = (store: Store, limit: number, at = rule) => takeDeliveries(store, limit, at);

async function taken(store: Store, limit = 100, at = rule) {
  const deliveries = await take(store, limit, at);
  return deliveries.map((delivery) =>
    delivery.outcome === 'deliver'
      ? delivery.event.properties['percent_scrolled']
      : delivery.outcome,
  );
}

const withdrawal = (at: number) => grant({ analytics: false, decidedAt: at, recordedAt: at });

export function deliveryContract(open: Open) {
  test('waiting events are taken in order, as stored, and again until they are settled', async () => {
    const store = await openWithEvents(open, 25, 50, 75);
    expect(await taken(store, 2)).toEqual([25, 50]);
    const [first, second] = await take(store, 2);
    expect(first).toEqual({
      seq: expect.any(Number),
      outcome: 'deliver',
      event: {
        ...scroll(25, NOON, expect.any(String)),
        consentId: JANE,
        sessionId: expect.any(String),
        context: batch().context,
        receivedAt: NOON + 1000,
      },
    });
    await store.settleDeliveries(settlement({ through: second?.seq ?? 0, delivered: 2 }));
    expect(await taken(store)).toEqual([75]);
  });

  test('events before a visitor agreed to this recipient are not delivered, later ones are', async () => {
    const store = await open();
    await store.publishConsentTexts([text('kept here')]);
    await store.recordDecision(grant({ textHash: 'kept here' }));
    await record(store, JANE, [25]);
    await store.publishConsentTexts([{ ...text(), recipient: RECIPIENT }]);
    const later = NOON + 1500;
    await store.recordDecision(grant({ revision: 2, decidedAt: later, recordedAt: later }));
    await store.recordEvents(batch({ revision: 2, receivedAt: later, events: [scroll(50)] }));
    expect(await taken(store)).toEqual(['other_recipient', 50]);
    expect(await taken(store, 100, { ...rule, recipient: 'us.i.posthog.com' })).toEqual([
      'other_recipient',
      'other_recipient',
    ]);
  });

  test('a withdrawal removes waiting events, for good and for this person only', async () => {
    const store = await openWithEvents(open, 25);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [50]);
    await store.recordDecision(withdrawal(NOON + 1200));
    expect(await taken(store)).toEqual(['withdrawn', 50]);
    const anew = NOON + 1300;
    await store.recordDecision(grant({ decidedAt: anew, recordedAt: anew }));
    await store.recordEvents(batch({ receivedAt: anew, events: [scroll(75)] }));
    expect(await taken(store)).toEqual(['withdrawn', 50, 75]);
  });

  test('an event that waited until the grant expired is not delivered', async () => {
    const store = await openWithEvents(open, 25);
    const at = (now: number) => taken(store, 1, { ...rule, now });
    expect(await at(NOON + CONSENT_MS)).toEqual([25]);
    expect(await at(NOON + CONSENT_MS + 1)).toEqual(['expired']);
  });

  test('events already settled are not counted again', async () => {
    const store = await openWithEvents(open, 25, 50);
    const [first, second] = await take(store, 2);
    const [one, two] = [first?.seq ?? 0, second?.seq ?? 0];
    await store.settleDeliveries(settlement({ through: two, delivered: 2 }));
    await store.settleDeliveries(settlement({ through: two, delivered: 2 }));
    await store.settleDeliveries(settlement({ through: one, skipped: { withdrawn: 1 } }));
    const { waiting, delivered, skipped } = await store.deliveryState();
    expect([waiting, delivered, skipped.withdrawn]).toEqual([0, 2, 0]);
    await record(store, JANE, [75]);
    expect(await taken(store)).toEqual([75]);
  });

  test('the state counts the waiting events and the results of the others', async () => {
    const store = await openWithEvents(open, 25, 50, 75);
    const nothing = { no_grant: 0, withdrawn: 0, expired: 0, other_recipient: 0 };
    const fresh = {
      waiting: 3,
      waitingSince: NOON + 1000,
      delivered: 0,
      deliveredAt: null,
      skipped: nothing,
      setAside: 0,
      deadLetters: [],
      deletions: { waiting: 0, refused: 0, reason: null },
      failure: null,
    };
    expect(await store.deliveryState()).toEqual(fresh);
    await store.noteDeliveryFailure('PostHog answered 503', NOON);
    expect(await store.deliveryState()).toEqual({
      ...fresh,
      failure: { reason: 'PostHog answered 503', at: NOON },
    });
    const [first, second] = await take(store, 3);
    const letter = { seq: second?.seq ?? 0, reason: 'PostHog answered 400' };
    await store.settleDeliveries(settlement({ through: first?.seq ?? 0, delivered: 1 }));
    await store.settleDeliveries(
      settlement({ through: letter.seq, skipped: { withdrawn: 2, expired: 1 }, setAside: letter }),
    );
    const eventId = second?.outcome === 'deliver' ? second.event.id : '';
    expect(await store.deliveryState()).toEqual({
      ...fresh,
      waiting: 1,
      delivered: 1,
      deliveredAt: NOON + 3000,
      skipped: { ...nothing, withdrawn: 2, expired: 1 },
      setAside: 1,
      deadLetters: [{ eventId, reason: letter.reason, at: NOON + 3000 }],
    });
  });

  test('a queue of up to 10,000 events is counted exactly, and a longer one by its numbers', async () => {
    const store = await openWithEvents(open, 25);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [50]);
    await record(store, JANE, Array(9_999).fill(75));
    await store.erasePerson({ id: newId(), consentId: JOHN, gpc: false, at: NOON + 1500 });
    expect(await store.deliveryState()).toMatchObject({ waiting: 10_000 });
    await record(store, JANE, [100]);
    expect(await store.deliveryState()).toMatchObject({ waiting: 10_002 });
  });

  test('an event followed by more than a hundred decisions of its person is not delivered, later ones are', async () => {
    const store = await openWithEvents(open, 25);
    for (let count = 1; count <= 101; count++) {
      const at = NOON + 1000 + count;
      await store.recordDecision(
        grant({ analytics: count % 2 === 1, decidedAt: at, recordedAt: at }),
      );
    }
    await store.recordEvents(batch({ receivedAt: NOON + 1102, events: [scroll(50)] }));
    expect(await taken(store)).toEqual(['withdrawn', 50]);
  });
}

/** The clock counts milliseconds, and several decisions and events may have the same one. */
export function momentContract(open: Open) {
  test('a withdrawal in the same millisecond as the grant counts as the later one', async () => {
    const store = await openWithEvents(open, 25);
    expect((await store.recordDecision(withdrawal(NOON))).outcome).toBe('appended');
    expect((await store.recordDecision(withdrawal(NOON))).outcome).toBe('unchanged');
    expect(await taken(store)).toEqual(['withdrawn']);
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
    const { consents } = await readWholePerson(store, JANE, 10);
    expect(consents.map(({ analytics }) => analytics)).toEqual([true, false]);
  });

  test('a withdrawal in the same millisecond as an event removes it, and a new grant does not revive it', async () => {
    const store = await openWithEvents(open, 25);
    await store.recordDecision(withdrawal(NOON + 1000));
    const anew = { decidedAt: NOON + 1001, recordedAt: NOON + 1001 };
    await store.recordDecision(grant(anew));
    expect(await taken(store)).toEqual(['withdrawn']);
  });

  test('a grant in the same millisecond as a withdrawal applies to the events after it', async () => {
    const store = await openWithEvents(open, 25);
    await store.recordDecision(withdrawal(NOON + 1500));
    const anew = { decidedAt: NOON + 1500, recordedAt: NOON + 1500 };
    await store.recordDecision(grant(anew));
    await store.recordEvents(batch({ receivedAt: NOON + 1501, events: [scroll(50)] }));
    expect(await taken(store)).toEqual(['withdrawn', 50]);
  });
}

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
