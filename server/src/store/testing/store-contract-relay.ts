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

export type Open = () => Store | Promise<Store>;

const RECIPIENT = 'eu.i.posthog.com';
export const rule: DeliveryRule = { recipient: RECIPIENT, now: NOON + 2000 };
export const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  through: 0,
  delivered: 0,
  skipped: {},
  setAside: null,
  at: NOON + 3000,
  ...change,
});

/** A store whose text names the recipient, with Jane's grant and these events of hers. */
export async function openWithEvents(open: Open, ...percents: number[]) {
  const store = await open();
  await store.publishConsentTexts([{ ...text(), recipient: RECIPIENT }]);
  await store.recordDecision(grant());
  await record(store, JANE, percents);
  return store;
}

export async function record(store: Store, consentId: string, percents: readonly number[]) {
  const events = percents.map((percent) => scroll(percent));
  if (events.length > 0) await store.recordEvents(batch({ consentId, events }));
}

export const take = (store: Store, limit: number, at = rule) => takeDeliveries(store, limit, at);

export async function taken(store: Store, limit = 100, at = rule) {
  const deliveries = await take(store, limit, at);
  return deliveries.map((delivery) =>
    delivery.outcome === 'deliver'
      ? delivery.event.properties['percent_scrolled']
      : delivery.outcome,
  );
}

export const withdrawal = (at: number) =>
  grant({ analytics: false, decidedAt: at, recordedAt: at });

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
