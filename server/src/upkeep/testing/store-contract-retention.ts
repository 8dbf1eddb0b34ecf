import { test as anyTest, expect } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import { TO_POSTHOG } from '../../store/mail-store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  madeAt,
  NOON,
  newId,
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
  const far = NOON + 900 * DAY_MS;

  test('a clock is believed for 30 days after the last time that was, and not before it, until somebody accepts it', async (store) => {
    expect(await store.doubtOfClock(NOON)).toBeNull();
    expect(await store.judgeClock(NOON)).toBeNull();
    expect(await store.judgeClock(NOON + 30 * DAY_MS)).toBe(NOON);
    expect(await store.judgeClock(NOON - 5 * MINUTE_MS - 1)).toBe(NOON);
    expect(await store.doubtOfClock(NOON + 30 * DAY_MS - 1)).toBeNull();
    expect(await store.judgeClock(NOON + 30 * DAY_MS - 1)).toBeNull();
    expect(await store.doubtOfClock(NOON)).toBe(NOON + 30 * DAY_MS - 1);
    expect(await store.judgeClock(far, true)).toBeNull();
    expect(await store.doubtOfClock(NOON)).toBe(far);
    expect(await store.judgeClock(NOON, true)).toBeNull();
    expect(await store.doubtOfClock(NOON)).toBeNull();
  });

  anyTest.each<[string, (store: SiteStore, at: number) => Promise<unknown>]>([
    ['an event', (store, at) => store.recordEvents(batch({ receivedAt: at }))],
    [
      'a decision',
      (store, at) => store.recordDecision(grant({ consentId: newId(), ...madeAt(at) })),
    ],
    ['a signup', (store, at) => store.insertSignup(signup({ createdAt: at }))],
  ])(
    'at first the newest row counts, here %s; what a clock that is years ahead dates then does not',
    async (_, write) => {
      const store = await open();
      await store.publishConsentTexts([text()]);
      await store.recordDecision(grant(madeAt(NOON - 9 * DAY_MS)));
      await write(store, NOON);
      expect(await store.doubtOfClock(far)).toBe(NOON);
      for (let start = 0; start < 2; start++) {
        expect(await store.judgeClock(far)).toBe(NOON);
        await store.insertSignup(signup({ email: `${start}@a.example`, createdAt: far }));
        expect(await store.doubtOfClock(far)).toBe(NOON);
      }
      expect(await store.judgeClock(NOON + DAY_MS)).toBeNull();
    },
  );

  test('what a clock that was years ahead has opened is not open once it is right', async (store) => {
    const [first, second, third] = [newRequest({ at: far }), newRequest({ at: far }), newRequest()];
    for (const [index, request] of [first, second, third].entries())
      await store.insertSignup(signup({ email: `${index}@example.org`, createdAt: far }), request);
    await store.settleMessage(second.id, { outcome: 'sent', at: far });
    const attempt = { email: '1@example.org', code: second.code };
    expect(await store.confirmSignup(first.token, NOON)).toBe('expired');
    expect(await store.confirmByCode({ ...attempt, at: NOON })).toBe('wrong');
    expect(await store.confirmByCode({ ...attempt, at: far })).toBe('confirmed');
    // By a clock that is an hour behind after a crash, they are.
    expect(await store.confirmSignup(third.token, NOON - HOUR_MS)).toBe('confirmed');
    await store.publishConsentTexts([text()]);
    await store.recordDecision(grant(madeAt(far)));
    const record = async (receivedAt: number) =>
      (await store.recordEvents(batch({ receivedAt, events: [scroll(25, NOON)] }))).outcome;
    expect([await record(NOON), await record(far - HOUR_MS)]).toEqual([
      'consent_required',
      'recorded',
    ]);
    expect((await store.recordDecision(grant(madeAt(NOON)))).outcome).toBe('appended');
    expect(await record(NOON)).toBe('recorded');
  });

  test('no sign-out is forgotten by a clock that is not believed', async (store) => {
    const session = { hash: 'a'.repeat(43), endsAt: NOON + 1000 };
    await store.judgeClock(NOON);
    await store.endSession(session, NOON);
    const forget = () => store.endSession({ hash: 'b'.repeat(43), endsAt: far + 1000 }, far);
    await forget();
    expect(await store.isSessionEnded(session.hash)).toBe(true);
    await store.judgeClock(far, true);
    await forget();
    expect(await store.isSessionEnded(session.hash)).toBe(false);
  });
}

export function retentionContract(open: Open) {
  const test = testWith(open);
  /** Stores Jane's grant, and an event of hers received at each of these times after noon. */
  async function openWithEvents(...times: number[]) {
    const store = await open();
    await store.recordDecision(grant({ decidedAt: 0, recordedAt: NOON }));
    for (const time of times) {
      await store.recordEvents(batch({ receivedAt: NOON + time, events: [scroll(25)] }));
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
    const old = { kind: 'events', before: NOON + 300 } as const;
    const counted = { expired: 3, undelivered: 1 };
    expect(await expireAll(store, { ...old, dryRun: true })).toEqual(counted);
    expect((await store.countRows()).events).toBe(5);
    expect(await expireAll(store, old)).toEqual(counted);
    expect(await received(store)).toEqual([NOON + 300, NOON + 400]);
    expect(await store.deliveryState()).toMatchObject({ waiting: 2, setAside: 0, deadLetters: [] });
    expect(await expireAll(store, old)).toEqual({ expired: 0, undelivered: 0 });
    // A cursor at a deleted event misses no later one.
    await settle((await take()).at(-1)?.seq);
    await expireAll(store, { kind: 'events', before: NOON + 500 });
    expect((await store.countRows()).events).toBe(0);
    await store.recordEvents(batch());
    expect((await store.deliveryState()).waiting).toBe(1);
    expect(await take()).toHaveLength(1);
  });

  test('what a person withdrew is erased, theirs alone, with the proof kept; a later grant keeps what came after it, and what came before goes', async (store) => {
    const ADA = newId();
    await store.publishConsentTexts([text()]);
    const at = (time: number) => madeAt(NOON + time);
    const decide = async (consentId: string, analytics: boolean, time: number) => {
      const decision = grant({ consentId, analytics, ...at(time) });
      expect((await store.recordDecision(decision)).outcome).toBe('appended');
    };
    const record = async (consentId: string, time: number, events = [scroll(25)]) => {
      const sent = batch({ consentId, receivedAt: NOON + time, events });
      expect((await store.recordEvents(sent)).outcome).toBe('recorded');
    };
    for (const id of [JANE, JOHN, ADA]) await decide(id, true, 0);
    // A clock that was ahead has dated this one: while the withdrawal is the latest decision, no time counts.
    await record(JANE, 9_000);
    for (const id of [JOHN, ADA]) await record(id, 100);
    for (const id of [JANE, ADA]) await decide(id, false, 200);
    await decide(ADA, true, 300);
    await record(ADA, 400);
    // Far from the others, and more than one transaction deletes.
    await decide(JANE, true, 500);
    for (let batches = 0; batches < 8; batches++)
      await record(
        JOHN,
        600,
        Array.from({ length: 300 }, () => scroll(25)),
      );
    await record(
      JANE,
      600,
      Array.from({ length: 700 }, () => scroll(50)),
    );
    await decide(JANE, false, 700);
    const count = async (consentId: string) =>
      (await readWholePerson(store, consentId, 10_000)).events.length;
    const counts = async () => [await count(JANE), await count(ADA), await count(JOHN)];
    const asked: string[] = [];
    const withdrawn = {
      ...({ kind: 'withdrawn', before: 0 } as const),
      ask(consentId: string) {
        asked.push(consentId);
        const payload = { consentId };
        return [
          { id: newId(), recipient: TO_POSTHOG, kind: 'posthog.deletion', payload, at: NOON },
        ];
      },
    };
    expect(await expireAll(store, { ...withdrawn, dryRun: true })).toMatchObject({ expired: 702 });
    expect([await counts(), asked]).toEqual([[701, 2, 2_401], []]);
    const steps: number[] = [];
    await expireAll(store, withdrawn, (expired) => steps.push(expired));
    expect(await counts()).toEqual([0, 1, 2_401]);
    expect(Math.max(...steps)).toBeLessThan(500);
    expect(new Set(asked)).toEqual(new Set([JANE, ADA]));
    expect((await store.deliveryState()).deletions).toMatchObject({ waiting: asked.length });
    expect((await readWholePerson(store, JANE, 1)).consents).toHaveLength(4);
    const audit = await store.readAudit();
    expect(audit.map(({ kind }) => kind)).toEqual(audit.map(() => 'erase'));
    expect(audit.reduce((sum, { counts: { events = 0 } }) => sum + events, 0)).toBe(702);
    expect(JSON.stringify(audit)).not.toContain(JANE);
    expect(await expireAll(store, withdrawn)).toMatchObject({ expired: 0 });
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
