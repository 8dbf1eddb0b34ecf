import { describe, expect, test } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import { readWholePerson } from '../read-whole-person.ts';
import type { Decision, Store } from '../store.ts';
import { requestContract, retentionContract } from './store-contract-care.ts';
import { batch, grant, JANE, NOON, scroll, signup, text } from './store-contract-data.ts';
import { deliveryContract, momentContract, personContract } from './store-contract-relay.ts';

const eventsOf = async (store: Store, person: string) =>
  (await readWholePerson(store, person, 10_000)).events;

/** What every store must do. @param open a new, empty store that closes itself after the test */
export function describeStore(name: string, open: () => Store | Promise<Store>) {
  const openAsking = async () => {
    const store = await open();
    await store.publishConsentText(text());
    return store;
  };
  describe(name, () => {
    signupContract(open);
    consentContract(openAsking);
    revisionContract(openAsking);
    eventContract(openAsking);
    textContract(open);
    demoContract(open);
    deliveryContract(open);
    momentContract(open);
    personContract(open);
    requestContract(openAsking);
    retentionContract(openAsking);
    otherContract(open);
  });
}

type Open = () => Store | Promise<Store>;

function signupContract(open: Open) {
  test('a second signup with the same e-mail is a duplicate, ignoring case', async () => {
    const store = await open();
    expect(await store.insertSignup(signup())).toBe('created');
    expect(await store.insertSignup(signup())).toBe('duplicate');
    expect(await store.insertSignup(signup({ email: 'JANE@Example.org' }))).toBe('duplicate');
    expect(await store.insertSignup(signup({ email: 'john@example.org' }))).toBe('created');
  });

  test('an existing signup id is a bug, not a duplicate', async () => {
    const store = await open();
    const { id } = signup();
    await store.insertSignup(signup({ id }));
    const other = store.insertSignup(signup({ id, email: 'john@example.org' }));
    await expect(other).rejects.toThrow();
  });

  test('of two simultaneous signups one is the duplicate', async () => {
    const store = await open();
    const outcomes = [store.insertSignup(signup()), store.insertSignup(signup())];
    expect(await Promise.all(outcomes)).toEqual(['created', 'duplicate']);
  });
}

function consentContract(open: Open) {
  test('a grant permits events, a withdrawal stops them', async () => {
    const store = await open();
    expect(await store.recordEvents(batch())).toEqual({ outcome: 'consent_required' });
    expect((await store.recordDecision(grant())).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    const withdrawal = grant({ analytics: false, decidedAt: NOON + 1, recordedAt: NOON + 1 });
    expect((await store.recordDecision(withdrawal)).outcome).toBe('appended');
    expect(await store.recordEvents(batch())).toEqual({ outcome: 'consent_required' });
    expect(await eventsOf(store, JANE)).toHaveLength(1);
  });

  test('a withdrawal and events at the same moment take effect in the order of arrival', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const withdrawal = grant({ analytics: false });
    const [before, , after] = await Promise.all([
      store.recordEvents(batch()),
      store.recordDecision(withdrawal),
      store.recordEvents(batch()),
    ]);
    expect([before.outcome, after.outcome]).toEqual(['recorded', 'consent_required']);
  });

  test('a repeated decision is unchanged and keeps its time', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const again = grant({ decidedAt: NOON + 5000, recordedAt: NOON + 5000 });
    expect(await store.recordDecision(again)).toEqual({ outcome: 'unchanged', recordedAt: NOON });
  });

  test('a grant that was clicked before the refusal on record is superseded', async () => {
    const store = await open();
    await store.recordDecision(grant({ decidedAt: NOON - 9000 }));
    await store.recordDecision(grant({ analytics: false }));
    const late = grant({ decidedAt: NOON - 1, recordedAt: NOON + 9000 });
    expect((await store.recordDecision(late)).outcome).toBe('superseded');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('refusals without a grant are counted', async () => {
    const store = await open();
    const refusal = { analytics: false } as const;
    expect((await store.recordDecision(grant({ ...refusal, consentId: null }))).outcome).toBe(
      'counted',
    );
    expect((await store.recordDecision(grant(refusal))).outcome).toBe('counted');
  });

  test('a grant clicked before a refusal that left no row is superseded', async () => {
    const store = await open();
    await store.recordDecision(grant({ analytics: false }));
    const [late, later] = [NOON - 1, NOON + 1];
    expect((await store.recordDecision(grant({ decidedAt: late }))).outcome).toBe('superseded');
    expect((await store.recordDecision(grant({ decidedAt: later }))).outcome).toBe('appended');
  });

  test('a grant against Global Privacy Control is on record and permits nothing', async () => {
    const store = await open();
    expect((await store.recordDecision(grant({ gpc: true }))).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('a grant counts for 182 days, and can be renewed', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const last = NOON + CONSENT_MS;
    const at = (receivedAt: number) => store.recordEvents(batch({ receivedAt }));
    expect((await at(last)).outcome).toBe('recorded');
    expect((await at(last + 1)).outcome).toBe('consent_required');
    const anew = grant({ decidedAt: last + 1, recordedAt: last + 1 });
    expect((await store.recordDecision(anew)).outcome).toBe('appended');
    expect((await at(last + 1)).outcome).toBe('recorded');
  });
}

/** The store decides which revision is in force, whatever the asking process started with. */
function revisionContract(open: Open) {
  test('a grant permits events until the moment that a newer revision is published', async () => {
    const store = await open();
    await store.recordDecision(grant());
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    await store.publishConsentText(text('two'));
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
    const anew = { revision: 2, textHash: 'two', decidedAt: NOON + 1 };
    expect((await store.recordDecision(grant(anew))).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
  });

  test('made-up data is checked against the revision that it names', async () => {
    const store = await open();
    await store.recordDecision(grant());
    await store.publishConsentText(text('two'));
    expect((await store.recordEvents(batch({ revision: 1 }))).outcome).toBe('recorded');
  });

  test('a grant to an older published text is on record and permits nothing', async () => {
    const store = await open();
    await store.publishConsentText(text('two'));
    expect((await store.recordDecision(grant())).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test.each<[string, Partial<Decision>]>([
    ['a revision that no text has', { revision: 2 }],
    ['a hash that no text has', { textHash: 'b'.repeat(64) }],
    ['the hash of another revision', { textHash: 'two' }],
  ])('a grant to %s is told so and leaves nothing', async (_, change) => {
    const store = await open();
    if (change.textHash === 'two') await store.publishConsentText(text('two'));
    expect(await store.recordDecision(grant(change))).toEqual({ outcome: 'unknown_text' });
    expect((await readWholePerson(store, JANE, 1)).consents).toEqual([]);
    expect((await store.recordDecision(grant())).outcome).toBe('appended');
  });

  test('a withdrawal is recorded whatever text it names, even an unknown one', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const withdrawal = { analytics: false, revision: 2_147_483_647, textHash: 'unknown' };
    expect((await store.recordDecision(grant(withdrawal))).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('a grant against Global Privacy Control agrees to nothing, so its text is not checked', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const against = grant({ gpc: true, revision: 7 });
    expect((await store.recordDecision(against)).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });
}

function eventContract(open: Open) {
  test('an event id that is already stored, or twice in a batch, is a duplicate', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const once = scroll(25);
    const first = await store.recordEvents(batch({ events: [once, scroll(50), once] }));
    expect(first).toEqual({ outcome: 'recorded', accepted: 2, duplicates: 1 });
    const second = await store.recordEvents(batch({ events: [once] }));
    expect(second).toEqual({ outcome: 'recorded', accepted: 0, duplicates: 1 });
  });

  test('a thousand simultaneous batches are all stored', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const all = Array.from({ length: 1000 }, () => store.recordEvents(batch()));
    for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject({ accepted: 1 });
    expect(await eventsOf(store, JANE)).toHaveLength(1000);
  });
}

function textContract(open: Open) {
  test('the revision starts at 1 and rises when the text changes, even back to an older one', async () => {
    const store = await open();
    const revisions = [];
    for (const hash of ['one', 'one', 'two', 'one']) {
      revisions.push((await store.publishConsentText(text(hash))).revision);
    }
    expect(revisions).toEqual([1, 1, 2, 3]);
  });
}

function demoContract(open: Open) {
  test('the text of made-up visitors is on record beside the published ones, and never in force', async () => {
    const store = await open();
    for (const hash of ['demo', 'another']) await store.recordDemoText(text(hash));
    const publish = async (hash: string) => (await store.publishConsentText(text(hash))).revision;
    expect(await publish('one')).toBe(1);
    await store.recordDemoText(text('demo'));
    expect([await publish('one'), await publish('two')]).toEqual([1, 2]);
  });
}

function otherContract(open: Open) {
  test('page counts of a quarter of an hour can be added repeatedly, and the probe finds nothing wrong', async () => {
    const store = await open();
    const views = new Map([['/', 2]]);
    const quarters = ['2026-03-14T12:00', '2026-03-14T12:00', '2026-03-14T12:15'];
    const taken = await Promise.allSettled([
      ...quarters.map((quarter) => store.addPageCounts(quarter, views)),
      store.checkWritable(),
    ]);
    expect(taken.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  });

  test('a signed-out session is known until it would have expired, even when signed out twice', async () => {
    const store = await open();
    const session = { hash: 'a'.repeat(43), endsAt: NOON + 1000 };
    expect(await store.isSessionEnded(session.hash)).toBe(false);
    await Promise.all([store.endSession(session, NOON), store.endSession(session, NOON)]);
    expect(await store.isSessionEnded(session.hash)).toBe(true);
    const other = { hash: 'b'.repeat(43), endsAt: NOON + 5000 };
    await store.endSession(other, NOON + 999);
    expect(await store.isSessionEnded(session.hash)).toBe(true);
    await store.endSession(other, NOON + 1000);
    expect(await store.isSessionEnded(session.hash)).toBe(false);
    expect(await store.isSessionEnded(other.hash)).toBe(true);
  });

  test('usage reports the waiting writes and the space', async () => {
    const store = await open();
    const inserted = store.insertSignup(signup());
    const usage = await store.usage(); // asked in the same event-loop iteration
    await inserted;
    expect(usage.writesWaiting).toBe(1);
    expect((await store.usage()).writesWaiting).toBe(0);
    expect(usage.fileBytes + usage.walBytes).toBeGreaterThan(0);
    expect(usage.freeBytes).not.toBe(0);
  });

  test('closing finishes running operations', async () => {
    const store = await open();
    const outcome = store.insertSignup(signup());
    await store.close();
    expect(await outcome).toBe('created');
  });
}
