import { expect } from 'vitest';
import { DAY_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  madeAt,
  NOON,
  newRequest,
  scroll,
  signup,
  takeDeliveries,
  text,
} from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';
import type { ExpiryStep } from '../expiry.sql.ts';

export function clockContract(open: Open) {
  const test = testWith(open);
  test('a clock is in doubt far after the latest time, or before it, until that is confirmed', async (store) => {
    const doubt = async (now: number, isAccepted = false) =>
      (await store.seeTime(now, isAccepted)).doubt;
    expect(await doubt(NOON)).toBeNull();
    expect(await doubt(NOON + 2 * DAY_MS + 1)).toBe('ahead');
    expect(await doubt(NOON - 300_001)).toBe('behind');
    expect(await doubt(NOON - 300_000)).toBeNull();
    expect((await store.seeTime(NOON)).latest).toBe(NOON);
    expect(await doubt(NOON + 2 * DAY_MS)).toBeNull();
    expect(await doubt(NOON)).toBe('behind');
    expect(await doubt(NOON, true)).toBeNull();
    expect(await doubt(NOON + 900 * DAY_MS, true)).toBeNull();
    const latest = NOON + 900 * DAY_MS;
    expect(await store.seeTime(NOON)).toMatchObject({ latest, doubt: 'behind' });
  });

  test('several processes agree on the latest time, and each learns that another is in doubt', async (store) => {
    const first = await Promise.all([0, 1, 2].map((ms) => store.seeTime(NOON + ms)));
    expect(first.map(({ doubt }) => doubt)).toEqual([null, null, null]);
    const isDoubted = async (now: number) => (await store.seeTime(now)).isDoubtedElsewhere;
    expect(await store.seeTime(NOON + 2)).toMatchObject({ latest: NOON + 2 });
    expect(await isDoubted(NOON + 2)).toBe(false);
    expect(await store.seeTime(NOON + 9 * DAY_MS)).toMatchObject({ doubt: 'ahead' });
    expect(await isDoubted(NOON + 60_000)).toBe(true);
    expect(await isDoubted(NOON + 300_001)).toBe(true);
    expect(await isDoubted(NOON + 300_002)).toBe(false);
  });

  test('a database that has not kept the latest time is judged by what it holds', async (store) => {
    await store.insertSignup(signup({ createdAt: NOON }));
    await store.recordAudit({ at: NOON - DAY_MS, kind: 'export', counts: {} });
    const far = NOON + 900 * DAY_MS;
    expect(await store.seeTime(far)).toMatchObject({ latest: NOON, doubt: 'ahead' });
  });

  test('links, codes and sign-outs do not expire by a clock that is ahead', async (store) => {
    const far = NOON + 900 * DAY_MS;
    const [first, second, third] = [newRequest(), newRequest(), newRequest()];
    for (const [index, request] of [first, second, third].entries()) {
      await store.insertSignup(signup({ email: `${index}@example.org` }), request);
    }
    const session = { hash: 'a'.repeat(43), endsAt: NOON + 1000 };
    await store.endSession(session, NOON);
    await store.seeTime(NOON);
    await store.endSession({ hash: 'b'.repeat(43), endsAt: far + 1000 }, far);
    expect(await store.isSessionEnded(session.hash)).toBe(true);
    expect(await store.confirmSignup(first.token, far)).toBe('confirmed');
    await store.settleMessage(second.id, { outcome: 'sent', at: NOON });
    const attempt = { email: '1@example.org', code: second.code, at: far };
    expect(await store.confirmByCode(attempt)).toBe('confirmed');
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    const events = batch({ receivedAt: far, events: [scroll(25, NOON)] });
    expect(await store.recordEvents(events)).toMatchObject({ outcome: 'recorded' });
    expect(await store.trustedTime(far)).toBe(NOON);
    expect(await store.trustedTime(NOON + DAY_MS)).toBe(NOON + DAY_MS);
    await store.seeTime(far, true);
    expect(await store.confirmSignup(third.token, far)).toBe('expired');
    expect(await store.recordEvents(events)).toEqual({ outcome: 'consent_required' });
  });
}

export function retentionContract(open: Open) {
  const test = testWith(open);
  /** Stores Jane's grant, and an event of hers received at each of these times. */
  async function openWithEvents(...times: number[]) {
    const store = await open();
    await store.recordDecision(grant({ decidedAt: 0, recordedAt: NOON }));
    for (const receivedAt of times) {
      await store.recordEvents(batch({ receivedAt, events: [scroll(25)] }));
    }
    const rule = { recipient: 'none.example', now: NOON };
    const settle = (through = 0, reason?: string) => {
      const setAside = reason ? { seq: through, reason } : null;
      return store.settleDeliveries({ through, delivered: 0, skipped: {}, setAside, at: NOON });
    };
    return { store, take: () => takeDeliveries(store, 5, rule), settle };
  }

  test('events received before a time are deleted, waiting or set aside, and delivery continues after them', async () => {
    const { store, take, settle } = await openWithEvents(100, 200, 300, 400, 200);
    const [first, second] = await take();
    await settle(first?.seq);
    await settle(second?.seq, 'bad');
    const old = { kind: 'events', before: 300 } as const;
    const counted = { expired: 3, undelivered: 1 };
    expect(await expireAll(store, { ...old, dryRun: true })).toEqual(counted);
    expect((await store.countRows()).events).toBe(5);
    expect(await expireAll(store, old)).toEqual(counted);
    expect(await received(store)).toEqual([300, 400]);
    expect(await store.deliveryState()).toMatchObject({ waiting: 2, setAside: 0, deadLetters: [] });
    expect(await expireAll(store, old)).toEqual({ expired: 0, undelivered: 0 });
    // A cursor at a deleted event misses no later one.
    await settle((await take()).at(-1)?.seq);
    await expireAll(store, { kind: 'events', before: 500 });
    expect((await store.countRows()).events).toBe(0);
    await store.recordEvents(batch());
    expect((await store.deliveryState()).waiting).toBe(1);
    expect(await take()).toHaveLength(1);
  });

  test('signups created before a time are deleted, and can sign up again', async (store) => {
    for (const createdAt of [100, 200, 300]) {
      await store.insertSignup(signup({ email: `j${createdAt}@example.org`, createdAt }));
    }
    const old = { kind: 'signups', before: 300 } as const;
    expect(await expireAll(store, { ...old, dryRun: true })).toMatchObject({ expired: 2 });
    expect((await store.countRows()).signups).toBe(3);
    expect(await expireAll(store, old)).toMatchObject({ expired: 2 });
    expect(await store.readSignups('j300@example.org')).toHaveLength(1);
    expect((await store.countRows()).signups).toBe(1);
    expect(await store.insertSignup(signup({ email: 'j100@example.org' }))).toBe('created');
  });

  test('the proof of an id is deleted as a whole, by its last decision, also one that arrives meanwhile', async (store) => {
    const at = (time: number, change = {}) =>
      store.recordDecision(grant({ ...madeAt(time), ...change }));
    await at(100);
    await at(500, { analytics: false });
    await at(100, { consentId: JOHN });
    await at(200, { consentId: JOHN, analytics: false });
    const old = { kind: 'consents', before: 300 } as const;
    expect(await expireAll(store, { ...old, dryRun: true })).toMatchObject({ expired: 2 });
    expect((await store.countRows()).consents).toBe(4);
    expect(await expireAll(store, old)).toMatchObject({ expired: 2 });
    expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(2);
    expect((await readWholePerson(store, JOHN, 1)).consents).toHaveLength(0);
    const [decided, { expired }] = await Promise.all([
      at(600),
      expireAll(store, { kind: 'consents', before: 550 }),
    ]);
    expect([decided.outcome, expired]).toEqual(['appended', 0]);
    expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(3);
  });

  test('a thousand rows are deleted in small steps', async () => {
    const { store } = await openWithEvents();
    for (let index = 0; index < 10; index++) {
      const events = Array.from({ length: 100 }, () => scroll(25));
      await store.recordEvents(batch({ events, receivedAt: NOON + (index % 2) }));
    }
    const steps: number[] = [];
    await expireAll(store, { kind: 'events', before: NOON + 1 }, (expired) => steps.push(expired));
    expect(steps.length).toBeGreaterThan(1);
    expect(Math.max(...steps)).toBeLessThan(500);
    expect(await received(store)).toEqual(Array(500).fill(NOON + 1));
  });
}

const received = async (store: SiteStore) =>
  (await readWholePerson(store, JANE, 10_000)).events.map(({ receivedAt }) => receivedAt);

/** Runs all steps of a retention. Returns their sums. */
export async function expireAll(
  store: SiteStore,
  { dryRun = false, ...kind }: Omit<ExpiryStep, 'at' | 'after' | 'dryRun'> & { dryRun?: boolean },
  onStep: (expired: number) => void = () => {},
) {
  const sum = { expired: 0, undelivered: 0 };
  let after: string | null = null;
  do {
    const step = await store.expire({ at: NOON, ...kind, dryRun, after });
    sum.expired += step.expired;
    sum.undelivered += step.undelivered;
    onStep(step.expired);
    after = step.next;
  } while (after !== null);
  return sum;
}
