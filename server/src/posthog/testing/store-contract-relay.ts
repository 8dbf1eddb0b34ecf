import { expect, test } from 'vitest';
import type { SiteStore } from '../../database/site-store.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import type { Decision, Settlement } from '../../store/store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  madeAt,
  NOON,
  RECIPIENT,
  rule,
  scroll,
  takeDeliveries,
  text,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';

export const settlement = (change: Partial<Settlement> = {}): Settlement => ({
  ...{ through: 0, delivered: 0, skipped: {}, setAside: null, at: NOON + 3000 },
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

export async function record(store: SiteStore, consentId: string, percents: readonly number[]) {
  const events = percents.map((percent) => scroll(percent));
  if (events.length > 0) await store.recordEvents(batch({ consentId, events }));
}

export const take = (store: SiteStore, limit: number) => takeDeliveries(store, limit, rule);

export async function taken(store: SiteStore, limit = 100) {
  const deliveries = await take(store, limit);
  return deliveries.map((delivery) =>
    delivery.outcome === 'deliver'
      ? delivery.event.properties['percent_scrolled']
      : delivery.outcome,
  );
}

const decided = (at: number, analytics: boolean, change: Partial<Decision> = {}) =>
  grant({ analytics, ...madeAt(at), ...change });
export const withdrawal = (at: number) => decided(at, false);

export function deliveryContract(open: Open) {
  test('waiting events are taken in order, as stored, and again until they are settled', async () => {
    const store = await openWithEvents(open);
    const context = {
      ...{ path: '/', referrerHost: 'news.example', viewport: 'large', language: 'de' },
      ...{ utmSource: 'a', utmMedium: 'b', utmCampaign: 'c', utmTerm: 'd', utmContent: 'e' },
    };
    const full = batch({ context, events: [scroll(25, 7), scroll(50)] });
    await store.recordEvents(full);
    await record(store, JANE, Array(250).fill(75));
    expect(await taken(store, 2)).toEqual([25, 50]);
    expect(await taken(store, 101)).toEqual([25, 50, ...Array(99).fill(75)]);
    const [first, second] = await take(store, 2);
    const { events, ...rest } = full;
    expect(first).toEqual({
      seq: expect.any(Number),
      outcome: 'deliver',
      event: { ...rest, ...events[0] },
    });
    await store.settleDeliveries(settlement({ through: second?.seq ?? 0, delivered: 2 }));
    expect(await taken(store, 300)).toEqual(Array(250).fill(75));
  });

  test('events before a visitor agreed to this recipient are not delivered, later ones are', async () => {
    const store = await open();
    await store.publishConsentTexts([text('kept here')]);
    await store.recordDecision(grant({ textHash: 'kept here' }));
    await record(store, JANE, [25]);
    await store.publishConsentTexts([{ ...text(), recipient: RECIPIENT }]);
    const later = NOON + 1500;
    await store.recordDecision(decided(later, true, { revision: 2 }));
    await store.recordEvents(batch({ revision: 2, receivedAt: later, events: [scroll(50)] }));
    expect(await taken(store)).toEqual(['other_recipient', 50]);
  });

  // The clock counts milliseconds, and several decisions and events may have the same one.
  test.each([
    ['the grant', [withdrawal(NOON)], 'consent_required'],
    ['an event', [withdrawal(NOON + 1000), decided(NOON + 1001, true)], 'recorded'],
    ['the next grant', [withdrawal(NOON + 1500), decided(NOON + 1500, true)], 'recorded'],
  ])(
    'a withdrawal at the time of %s removes what waits, for good and for this person only',
    async (_, decisions, outcome) => {
      const store = await openWithEvents(open, 25);
      await store.recordDecision(grant({ consentId: JOHN }));
      await record(store, JOHN, [75]);
      for (const decision of decisions) {
        expect((await store.recordDecision(decision)).outcome).toBe('appended');
      }
      const { consents } = await readWholePerson(store, JANE, 10);
      const answers = [true, ...decisions.map(({ analytics }) => analytics)];
      expect(consents.map(({ analytics }) => analytics)).toEqual(answers);
      const later = batch({ receivedAt: NOON + 1501, events: [scroll(50)] });
      expect((await store.recordEvents(later)).outcome).toBe(outcome);
      expect(await taken(store)).toEqual([
        'withdrawn',
        75,
        ...(outcome === 'recorded' ? [50] : []),
      ]);
    },
  );

  test('an event followed by more than a hundred decisions of its person is not delivered, later ones are', async () => {
    const store = await openWithEvents(open, 25);
    const decisions = Array.from({ length: 101 }, (_, place) =>
      decided(NOON + 1001 + place, place % 2 === 0),
    );
    await Promise.all(decisions.map((decision) => store.recordDecision(decision)));
    await store.recordEvents(batch({ receivedAt: NOON + 1102, events: [scroll(50)] }));
    expect(await taken(store)).toEqual(['withdrawn', 50]);
    const { consents } = await readWholePerson(store, JANE, 10);
    const times = consents.map(({ recordedAt }) => recordedAt);
    expect(times).toHaveLength(101);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('the state counts the waiting events and the results of the others, each once', async () => {
    const store = await openWithEvents(open, 25, 50, 75);
    const nothing = { no_grant: 0, withdrawn: 0, expired: 0, other_recipient: 0 };
    const fresh = {
      ...{ waiting: 3, waitingSince: NOON + 1000, delivered: 0, deliveredAt: null },
      ...{ skipped: nothing, setAside: 0, deadLetters: [], failure: null },
      deletions: { waiting: 0, refused: 0, reason: null },
    };
    expect(await store.deliveryState()).toEqual(fresh);
    await store.noteDeliveryFailure('PostHog answered 503', NOON);
    const failure = { reason: 'PostHog answered 503', at: NOON };
    expect(await store.deliveryState()).toEqual({ ...fresh, failure });
    const [first, second] = await take(store, 3);
    const letter = { seq: second?.seq ?? 0, reason: 'PostHog answered 400' };
    const one = settlement({ through: first?.seq ?? 0, delivered: 1 });
    const skipped = { withdrawn: 2, expired: 1 };
    const two = settlement({ through: letter.seq, skipped, setAside: letter });
    for (const settled of [one, two, two, one]) await store.settleDeliveries(settled);
    const eventId = second?.outcome === 'deliver' ? second.event.id : '';
    expect(await store.deliveryState()).toEqual({
      ...fresh,
      ...{ waiting: 1, delivered: 1, deliveredAt: NOON + 3000, setAside: 1 },
      skipped: { ...nothing, ...skipped },
      deadLetters: [{ eventId, reason: letter.reason, at: NOON + 3000 }],
    });
    expect(await taken(store)).toEqual([75]);
  });

  test('a queue of up to 10,000 events is counted exactly, and a longer one by its numbers', async () => {
    const store = await openWithEvents(open, 25);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [50]);
    await record(store, JANE, Array(9_999).fill(75));
    await store.erasePerson(erasure({ consentId: JOHN }));
    expect(await store.deliveryState()).toMatchObject({ waiting: 10_000 });
    await record(store, JANE, [100]);
    expect(await store.deliveryState()).toMatchObject({ waiting: 10_002 });
  });
}
