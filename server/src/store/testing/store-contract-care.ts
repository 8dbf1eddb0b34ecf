import { expect, test } from 'vitest';
import { readWholePerson } from '../read-whole-person.ts';
import type { ExpiryStep, Store } from '../store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  scroll,
  signup,
  takeDeliveries,
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
    const step = await store.expire({ ...kind, dryRun, after });
    sum.expired += step.expired;
    sum.undelivered += step.undelivered;
    onStep(step.expired);
    after = step.next;
  } while (after !== null);
  return sum;
}
