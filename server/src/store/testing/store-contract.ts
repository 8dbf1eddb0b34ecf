import { describe, expect, test } from 'vitest';
import { readWholePerson } from '../read-whole-person.ts';
import type { Store } from '../store.ts';
import { addressContract } from './store-contract-addresses.ts';
import { clockContract, requestContract, retentionContract } from './store-contract-care.ts';
import {
  consentContract,
  demoContract,
  languageContract,
  revisionContract,
  textContract,
} from './store-contract-consents.ts';
import { batch, grant, JANE, NOON, scroll, signup, text } from './store-contract-data.ts';
import { listContract } from './store-contract-list.ts';
import { mailContract } from './store-contract-mail.ts';
import { mailOrderContract } from './store-contract-mail-order.ts';
import { mailingContract } from './store-contract-mailings.ts';
import { noticesContract } from './store-contract-notices.ts';
import { personContract } from './store-contract-person.ts';
import { proofsContract } from './store-contract-proofs.ts';
import { deliveryContract, momentContract } from './store-contract-relay.ts';
import { teamContract } from './store-contract-team.ts';

const eventsOf = async (store: Store, person: string) =>
  (await readWholePerson(store, person, 10_000)).events;

/** What every store must do. @param open a new, empty store that closes itself after the test */
export function describeStore(name: string, open: () => Store | Promise<Store>) {
  const openAsking = async () => {
    const store = await open();
    await store.publishConsentTexts([text()]);
    return store;
  };
  describe(name, () => {
    signupContract(open);
    consentContract(openAsking);
    revisionContract(openAsking);
    eventContract(openAsking);
    textContract(open);
    languageContract(open);
    demoContract(open);
    deliveryContract(open);
    momentContract(open);
    personContract(open);
    addressContract(openAsking);
    requestContract(openAsking);
    clockContract(open);
    retentionContract(openAsking);
    otherContract(open);
    mailContract(open);
    proofsContract(open);
    mailOrderContract(open);
    noticesContract(open);
    teamContract(open);
    listContract(open);
    mailingContract(open);
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

  test('clients are counted by the hour and by what they did, and forgotten with their quarter', async () => {
    const store = await open();
    const counts = new Map([
      ['visited', 2],
      ['agreed', 1],
    ]);
    const quarters = ['2026-03-13T23:45', '2026-03-14T12:00', '2026-03-14T12:00'];
    await Promise.all(quarters.map((quarter) => store.addClientCounts(quarter, counts)));
    await store.addClientCounts('2026-03-14T12:15', new Map([['visited', 3]]));
    const evening = Date.UTC(2026, 2, 13, 23);
    expect(await store.countClients({ from: null, to: null })).toEqual([
      { at: evening, act: 'agreed', count: 1 },
      { at: evening, act: 'visited', count: 2 },
      { at: NOON, act: 'agreed', count: 2 },
      { at: NOON, act: 'visited', count: 7 },
    ]);
    const quarter = { from: NOON + 1, to: NOON + 3_600_000 };
    const onlyVisited = [{ at: NOON, act: 'visited', count: 3 }];
    expect(await store.countClients(quarter)).toEqual(onlyVisited);
    expect(await store.forgetQuarters(NOON)).toBe(false);
    expect(await store.countClients({ from: null, to: NOON - 1 })).toEqual([]);
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

  test('of many signed-out sessions, each sign-out forgets a fifth that is over', async () => {
    const store = await open();
    const hashes = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(43, '0'));
    for (const [index, hash] of hashes.entries()) {
      await store.endSession({ hash, endsAt: NOON + 1000 + index }, NOON);
    }
    await store.endSession({ hash: 'b'.repeat(43), endsAt: NOON + 9000 }, NOON + 5000);
    const known = await Promise.all(hashes.map((hash) => store.isSessionEnded(hash)));
    expect(known.indexOf(true)).toBe(20);
    expect(known.lastIndexOf(false)).toBe(19);
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
