import { expect, test } from 'vitest';
import { TO_POSTHOG } from '../mail-store.ts';
import { readWholePerson } from '../read-whole-person.ts';
import type { ExpiryStep, Store } from '../store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  newRequest,
  scroll,
  signup,
  takeDeliveries,
  text,
} from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

const erasure = { id: newId(), consentId: JANE, gpc: false, at: NOON + 1500 };
const audited = (counts: object, kind = 'erase') => ({ at: NOON + 1500, kind, counts });

export function requestContract(open: Open) {
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
    expect(await store.readAudit()).toEqual([audited({ signups: 1 })]);
    expect(await store.insertSignup(signup({ email: 'jäne@example.org' }))).toBe('created');
  });

  test('an erasure of events is in the audit, without saying whose', async () => {
    const store = await openWithEvents(open, [NOON, NOON]);
    expect(await store.erasePerson(erasure)).toBe(2);
    expect(await store.erasePerson({ ...erasure, id: newId() })).toBe(0);
    expect(await store.readAudit()).toEqual([audited({ events: 2 })]);
  });

  test('PostHog is told of an erasure once: with many events, of two at once, of none at all only for an operator', async () => {
    const store = await openWithEvents(open, [NOON]);
    const events = Array.from({ length: 100 }, () => scroll(25));
    for (let sent = 0; sent < 2_100; sent += 100) await store.recordEvents(batch({ events }));
    const waiting = async () => (await store.deliveryState()).deletions.waiting;
    const erase = (consentId: string, search = {}) => {
      const told = { recipient: TO_POSTHOG, kind: 'posthog.deletion', payload: {}, at: NOON };
      const notices = [{ id: newId(), ...told }];
      return store.erasePerson({ ...erasure, id: newId(), consentId, search, notices });
    };
    await Promise.all([erase(JANE), erase(JANE)]);
    expect(await waiting()).toBe(1);
    await store.recordDecision(grant({ consentId: JOHN }));
    expect([await erase(JOHN), await waiting()]).toEqual([0, 1]);
    await store.recordDecision(grant({ decidedAt: NOON + 2000, recordedAt: NOON + 2000 }));
    await store.recordEvents(batch({ receivedAt: NOON + 2500 }));
    const search = { withoutGrant: true };
    expect([await erase(JANE, search), await waiting()]).toEqual([1, 2]);
    expect([await erase(JOHN, search), await waiting()]).toEqual([0, 3]);
  });

  test('events without proof are found and erased when every row may be read, without adding a decision', async () => {
    const store = await openWithEvents(open, [NOON, NOON]);
    await store.recordDecision(grant({ consentId: JOHN }));
    await store.recordEvents(batch({ consentId: JOHN }));
    await expireAll(store, { kind: 'consents', before: NOON + 1 });
    await store.recordDecision(grant({ consentId: JOHN }));
    expect((await readWholePerson(store, JANE, 10)).events).toEqual([]);
    const looked: number[] = [];
    const search = {
      withoutGrant: true,
      onProgress: (done: number, all: number) => looked.push(done / all),
    };
    expect((await readWholePerson(store, JANE, 10, search)).events).toHaveLength(2);
    expect(looked.at(-1)).toBe(1);
    expect(await store.erasePerson(erasure)).toBe(0);
    expect(await store.erasePerson({ ...erasure, search })).toBe(2);
    expect(await readWholePerson(store, JANE, 10, search)).toMatchObject({
      consents: [],
      events: [],
    });
    expect(await store.countRows()).toEqual({ signups: 0, consents: 1, events: 1 });
  });

  test('the audit keeps its entries in order', async () => {
    const store = await open();
    const entries = [1, 2].map((at) => ({ at, kind: 'export' as const, counts: { signups: at } }));
    for (const entry of entries) await store.recordAudit(entry);
    expect(await store.readAudit()).toEqual(entries);
  });
}

export function clockContract(open: Open) {
  const DAY = 86_400_000;

  test('a clock is in doubt more than two days after the latest time, or before it, until that is confirmed', async () => {
    const store = await open();
    const doubt = async (now: number, isAccepted = false) =>
      (await store.seeTime(now, isAccepted)).doubt;
    expect(await doubt(NOON)).toBeNull();
    expect(await doubt(NOON + 2 * DAY + 1)).toBe('ahead');
    expect(await doubt(NOON - 300_001)).toBe('behind');
    expect(await doubt(NOON - 300_000)).toBeNull();
    expect((await store.seeTime(NOON)).latest).toBe(NOON);
    expect(await doubt(NOON + 2 * DAY)).toBeNull();
    expect(await doubt(NOON)).toBe('behind');
    expect(await doubt(NOON, true)).toBeNull();
    expect(await doubt(NOON + 900 * DAY, true)).toBeNull();
    expect(await store.seeTime(NOON)).toEqual({
      latest: NOON + 900 * DAY,
      doubt: 'behind',
      isDoubtedElsewhere: false,
    });
  });

  test('several processes agree on the latest time, and each learns that another is in doubt', async () => {
    const store = await open();
    const first = await Promise.all([0, 1, 2].map((ms) => store.seeTime(NOON + ms)));
    expect(first.map(({ doubt }) => doubt)).toEqual([null, null, null]);
    expect(await store.seeTime(NOON + 2)).toMatchObject({
      latest: NOON + 2,
      isDoubtedElsewhere: false,
    });
    expect(await store.seeTime(NOON + 9 * DAY)).toMatchObject({ doubt: 'ahead' });
    expect(await store.seeTime(NOON + 60_000)).toMatchObject({ isDoubtedElsewhere: true });
    expect(await store.seeTime(NOON + 400_000)).toMatchObject({ isDoubtedElsewhere: false });
  });

  test('a database that has not kept the latest time is judged by what it holds', async () => {
    const store = await open();
    await store.insertSignup(signup({ createdAt: NOON }));
    await store.recordAudit({ at: NOON - DAY, kind: 'export', counts: {} });
    expect(await store.seeTime(NOON + 900 * DAY)).toMatchObject({ latest: NOON, doubt: 'ahead' });
  });

  test('links, codes and sign-outs do not expire by a clock that is ahead', async () => {
    const store = await open();
    const far = NOON + 900 * DAY;
    const [first, second, third] = [newRequest(), newRequest(), newRequest()];
    for (const [email, request] of [
      ['a@example.org', first],
      ['b@example.org', second],
      ['c@example.org', third],
    ] as const) {
      await store.insertSignup(signup({ email }), request);
    }
    const session = { hash: 'a'.repeat(43), endsAt: NOON + 1000 };
    await store.endSession(session, NOON);
    await store.seeTime(NOON);
    await store.endSession({ hash: 'b'.repeat(43), endsAt: far + 1000 }, far);
    expect(await store.isSessionEnded(session.hash)).toBe(true);
    expect(await store.confirmSignup(first.token, far)).toBe('confirmed');
    const { code } = second;
    await store.settleMessage(second.id, { outcome: 'sent', at: NOON });
    expect(await store.confirmByCode({ email: 'b@example.org', code, at: far })).toBe('confirmed');
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant());
    const events = batch({ receivedAt: far, events: [scroll(25, NOON)] });
    expect(await store.recordEvents(events)).toMatchObject({ outcome: 'recorded' });
    expect([await store.trustedTime(far), await store.trustedTime(NOON + DAY)]).toEqual([
      NOON,
      NOON + DAY,
    ]);
    await store.seeTime(far, true);
    expect(await store.confirmSignup(third.token, far)).toBe('expired');
    expect(await store.recordEvents(events)).toEqual({ outcome: 'consent_required' });
  });
}

export function retentionContract(open: Open) {
  test('events received before a time are deleted, waiting or set aside, and delivery continues after them', async () => {
    const store = await openWithEvents(open, [100, 200, 300, 400, 200]);
    const [first, second] = await takeDeliveries(store, 5, rule);
    await store.settleDeliveries(settlement(first?.seq ?? 0, null));
    const letter = { seq: second?.seq ?? 0, reason: 'bad' };
    await store.settleDeliveries(settlement(letter.seq, letter));
    const old = { kind: 'events', before: 300 } as const;
    const counted = { expired: 3, undelivered: 1 };
    expect(await expireAll(store, { ...old, dryRun: true })).toEqual(counted);
    expect((await store.countRows()).events).toBe(5);
    expect(await expireAll(store, old)).toEqual(counted);
    expect(await received(store)).toEqual([300, 400]);
    expect(await store.deliveryState()).toMatchObject({ waiting: 2, setAside: 0, deadLetters: [] });
    expect(await expireAll(store, old)).toEqual({ expired: 0, undelivered: 0 });
  });

  test('a cursor at a deleted event misses no later one', async () => {
    const store = await openWithEvents(open, [100, 200]);
    const deliveries = await takeDeliveries(store, 5, rule);
    await store.settleDeliveries(settlement(deliveries.at(-1)?.seq ?? 0, null));
    await expireAll(store, { kind: 'events', before: 300 });
    expect((await store.countRows()).events).toBe(0);
    await store.recordEvents(batch());
    expect((await store.deliveryState()).waiting).toBe(1);
    expect(await takeDeliveries(store, 5, rule)).toHaveLength(1);
  });

  test('signups created before a time are deleted, and can sign up again', async () => {
    const store = await open();
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

  test('the proof of an id is deleted as a whole, by its last decision', async () => {
    const store = await open();
    const at = (time: number, change = {}) =>
      store.recordDecision(grant({ decidedAt: time, recordedAt: time, ...change }));
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
  });

  test('a decision that arrives while its proof is about to be deleted keeps all of it', async () => {
    const store = await open();
    await store.recordDecision(grant({ decidedAt: 100, recordedAt: 100 }));
    const [decided, { expired }] = await Promise.all([
      store.recordDecision(grant({ analytics: false, decidedAt: 400, recordedAt: 400 })),
      expireAll(store, { kind: 'consents', before: 300 }),
    ]);
    expect([decided.outcome, expired]).toEqual(['appended', 0]);
    expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(2);
  });

  test('a thousand rows are deleted in small steps', async () => {
    const store = await open();
    await store.recordDecision(grant());
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

const rule = { recipient: 'none.example', now: NOON };
const settlement = (through: number, setAside: { seq: number; reason: string } | null) => ({
  through,
  delivered: 0,
  skipped: {},
  setAside,
  at: NOON,
});

/** Jane's grant, and an event of hers received at each of these times. */
async function openWithEvents(open: Open, times: readonly number[]) {
  const store = await open();
  await store.recordDecision(grant({ decidedAt: 0, recordedAt: NOON }));
  for (const receivedAt of times)
    await store.recordEvents(batch({ receivedAt, events: [scroll(25)] }));
  return store;
}

const received = async (store: Store) =>
  (await readWholePerson(store, JANE, 10_000)).events.map(({ receivedAt }) => receivedAt);

async function expireAll(
  store: Store,
  { dryRun = false, ...kind }: Pick<ExpiryStep, 'kind' | 'before'> & { dryRun?: boolean },
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
