import { expect, test } from 'vitest';
import {
  openWithEvents,
  record,
  settlement,
  take,
  taken,
  withdrawal,
} from '../../posthog/testing/store-contract-relay.ts';
import { TO_POSTHOG } from '../../store/mail-store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  madeAt,
  NOON,
  newId,
  scroll,
  signup,
  text,
} from '../../store/testing/store-contract-data.ts';
import type { Open } from '../../store/testing/test-with.ts';
import { expireAll } from '../../upkeep/testing/store-contract-retention.ts';
import { readWholePerson } from '../read-whole-person.ts';

const audited = (counts: object) => ({ at: NOON + 1500, kind: 'erase', counts });

/** What is stored under an id, and its erasure. */
export function personContract(open: Open) {
  test('everything stored under an id is read in order, and nothing of anybody else', async () => {
    const store = await openWithEvents(open, 25, 50, 75);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [100]);
    await store.recordDecision(withdrawal(NOON + 1200));
    const { consents, events, moreEvents } = await readWholePerson(store, JANE, 2);
    const { id: _, consentId: __, ...granted } = grant();
    const withdrawn = { analytics: false, ...madeAt(NOON + 1200) };
    expect(consents).toEqual([granted, { ...granted, ...withdrawn }]);
    expect(events.map(({ properties }) => properties['percent_scrolled'])).toEqual([25, 50]);
    expect(moreEvents).toBe(1);
    const nothing = { consents: [], events: [], moreEvents: 0 };
    expect(await readWholePerson(store, newId(), 10)).toEqual(nothing);
  });

  test('erasing deletes the events, delivered, waiting or set aside, adds a withdrawal, and is in the audit without a name', async () => {
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
    // Again, or for an id that never granted, it does nothing.
    expect(await store.erasePerson(erasure())).toBe(0);
    expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(2);
    const other = newId();
    await store.recordDecision(grant({ consentId: other, gpc: true }));
    expect(await store.erasePerson(erasure({ consentId: other }))).toBe(0);
    expect((await readWholePerson(store, other, 1)).consents).toHaveLength(1);
    const exported = { at: 1, kind: 'export' as const, counts: { signups: 1 } };
    await store.recordAudit(exported);
    expect(await store.readAudit()).toEqual([audited({ events: 3 }), exported]);
  });

  test('erasing works even if the clock was set back since the grant', async () => {
    const store = await open();
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant(madeAt(NOON + 9000)));
    await store.recordEvents(batch({ receivedAt: NOON + 9000 }));
    expect(await store.erasePerson(erasure({ at: NOON }))).toBe(1);
    const { consents, events } = await readWholePerson(store, JANE, 10);
    expect(events).toEqual([]);
    const withdrawn = { analytics: false, source: 'my-data', decidedAt: NOON + 9000 };
    expect(consents).toMatchObject([{ analytics: true }, { ...withdrawn, recordedAt: NOON }]);
    const later = batch({ receivedAt: NOON + 9001 });
    expect((await store.recordEvents(later)).outcome).toBe('consent_required');
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

  test('who asks for much again and again delays nobody else', async () => {
    const store = await openWithEvents(open);
    await store.recordDecision(grant({ consentId: JOHN }));
    await store.recordEvents(batch({ consentId: JOHN }));
    await store.recordEvents(batch({ events: Array.from({ length: 1_500 }, () => scroll(25)) }));
    const pages: string[] = [];
    const read = async (consentId: string) => {
      for await (const _ of (await store.readPerson(consentId, 2_000)).events)
        pages.push(consentId);
    };
    await Promise.all([...Array<string>(20).fill(JANE), JOHN].map(read));
    expect(pages.indexOf(JOHN)).toBeLessThan(10);
  });

  test('others are told of an erasure once: with many events, of two at once, of none at all only for an operator', async () => {
    const store = await openWithEvents(open);
    const events = Array.from({ length: 2_100 }, () => scroll(25));
    await store.recordEvents(batch({ events }));
    const erase = async (consentId: string, search = {}) => {
      const notices = [TO_POSTHOG, 'webhook-a'].map((recipient) => {
        return { id: newId(), recipient, kind: 'posthog.deletion', payload: {}, at: NOON };
      });
      return store.erasePerson(erasure({ consentId, search, notices }));
    };
    const waiting = async () => [
      (await store.deliveryState()).deletions.waiting,
      (await store.webhookStates())[0]?.waiting,
    ];
    await Promise.all([erase(JANE), erase(JANE)]);
    expect(await waiting()).toEqual([1, 1]);
    await store.recordDecision(grant({ consentId: JOHN }));
    expect([await erase(JOHN), await erase(newId())]).toEqual([0, 0]); // the other one is made up
    expect(await waiting()).toEqual([1, 1]);
    await store.recordDecision(grant(madeAt(NOON + 2000)));
    await store.recordEvents(batch({ receivedAt: NOON + 2500 }));
    const search = { withoutGrant: true };
    expect([await erase(JANE, search), await erase(JOHN, search)]).toEqual([1, 0]);
    expect(await waiting()).toEqual([3, 3]);
  });

  test('events without proof are found and erased when every row may be read, without adding a decision', async () => {
    const store = await openWithEvents(open, 25, 50);
    await store.recordDecision(grant({ consentId: JOHN }));
    await record(store, JOHN, [100]);
    await expireAll(store, { kind: 'consents', before: NOON + 1 });
    await store.recordDecision(grant({ consentId: JOHN }));
    expect((await readWholePerson(store, JANE, 10)).events).toEqual([]);
    const search = { withoutGrant: true };
    expect((await readWholePerson(store, JANE, 10, search)).events).toHaveLength(2);
    expect(await store.erasePerson(erasure())).toBe(0);
    expect(await store.erasePerson(erasure({ search }))).toBe(2);
    const nothing = { consents: [], events: [] };
    expect(await readWholePerson(store, JANE, 10, search)).toMatchObject(nothing);
    expect(await store.countRows()).toEqual({ signups: 0, consents: 1, events: 1 });
  });

  test('the signup of an e-mail address is found and erased ignoring case, and nobody else’s', async () => {
    const store = await open();
    const jane = signup({ email: ' JÄNE@Example.org ', useCase: 'dubbing' }); // as an import may leave it
    const others = ['john@example.org', 'xjäne@example.org', 'jäne@example.org.uk'];
    await store.insertSignup(jane);
    for (const email of others) await store.insertSignup(signup({ email }));
    expect(await store.readSignups(' jäne@example.org ')).toEqual([jane]);
    expect(await store.eraseSignups(' jäne@example.org ', NOON + 1500)).toBe(1);
    expect(await store.readSignups('jäne@example.org')).toEqual([]);
    expect(await store.eraseSignups('jäne@example.org', NOON + 1600)).toBe(0);
    expect(await store.countRows()).toEqual({ signups: 3, consents: 0, events: 0 });
    expect(await store.insertSignup(signup({ email: 'jäne@example.org' }))).toBe('created');
    const john = await store.readSignups('john@example.org');
    expect(await store.eraseSignup(john[0]?.id ?? '', NOON + 1500)).toBe('erased');
    expect(await store.eraseSignup(john[0]?.id ?? '', NOON + 1600)).toBe('not_found');
    expect(await store.readAudit()).toEqual(Array(2).fill(audited({ signups: 1 })));
  });
}
