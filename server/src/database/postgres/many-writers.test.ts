import { expect, vi } from 'vitest';
import { lockPersons, shareEventLock } from '../../events/postgres/event-lock.ts';
import { recordEventBatches } from '../../events/postgres/insert-events.ts';
import {
  EVERYBODY,
  handAndSettle,
  join,
  queue,
  refused,
  sendAgain,
  start,
  WORDS,
} from '../../list/testing/store-contract-list.ts';
import {
  addOwner,
  byOf,
  entry,
  LINK,
  passkeyOf,
} from '../../people/testing/store-contract-people.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import {
  begin,
  breakConnections,
  openSite,
  openStore,
  postgresTest as test,
  waitForLock,
} from '../../store/postgres/testing/postgres-site.ts';
import type { Delivery } from '../../store/store.ts';
import {
  batch,
  erasure,
  grant,
  JANE,
  JOHN,
  NOON,
  newId,
  rule,
  scroll,
} from '../../store/testing/store-contract-data.ts';
import type { SiteStore } from '../site-store.ts';

/** Opens two stores that act as two processes of one site. */
async function openTwo() {
  const { url, store: a } = await openSite();
  return { url, a, b: await openStore(url) };
}

/** A process that has written an event of Jane's but not committed it. */
async function writeSlowly(url: string) {
  const client = await begin(url);
  const event = scroll(25);
  await shareEventLock(client);
  await recordEventBatches(client, [batch({ events: [event] })]);
  return { id: event.id, end: (how: 'COMMIT' | 'ROLLBACK') => client.query(how) };
}

const record = async (store: SiteStore) => {
  const event = scroll(50);
  await store.recordEvents(batch({ events: [event] }));
  return event.id;
};

async function take(store: SiteStore): Promise<string[]> {
  const deliveries = (await store.takeDeliveries(100, rule)) as Delivery[];
  return deliveries.map((one) => (one.outcome === 'deliver' ? one.event.id : one.outcome));
}

test('events that a slow writer commits late are delivered, and one that rolls back delays nothing', async () => {
  const { url, store: a } = await openSite();
  const first = await record(a);
  const slow = await writeSlowly(url);
  const second = await record(a);
  expect(await take(a)).toEqual([first]);
  await slow.end('COMMIT');
  expect(await take(a)).toEqual([first, slow.id, second]);
  const undone = await writeSlowly(url);
  const third = await record(a);
  expect(await take(a)).toEqual([first, slow.id, second]);
  await undone.end('ROLLBACK');
  expect(await take(a)).toEqual([first, slow.id, second, third]);
});

test('an erasure leaves nothing of what was on its way; of an unknown id, it waits for no writer', async () => {
  const { url, store } = await openSite();
  const slow = await writeSlowly(url);
  expect(await store.erasePerson(erasure({ consentId: newId() }))).toBe(0);
  const erasing = store.erasePerson(erasure());
  await waitForLock(url);
  await slow.end('COMMIT');
  expect(await erasing).toBe(1);
  expect((await readWholePerson(store, JANE, 10)).events).toEqual([]);
  expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
});

test('two processes that record decisions of the same people in opposite orders do not deadlock', async () => {
  const { url } = await openSite();
  const lock = async (...people: string[]) => {
    const client = await begin(url);
    await lockPersons(client, people);
    return client;
  };
  const holder = await lock(JANE);
  // Without a fixed order, the first process would hold John and wait for Jane, and the second would hold Jane and
  // wait for John.
  const first = lock(JANE, JOHN).then((client) => client.query('COMMIT'));
  await waitForLock(url, '', 1);
  const second = lock(JOHN, JANE).then((client) => client.query('COMMIT'));
  await waitForLock(url, '', 2);
  await holder.query('COMMIT');
  const outcomes = await Promise.allSettled([first, second]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

test('of two owners who remove each other at two processes, one stays', async () => {
  const { url, a, b } = await openTwo();
  const [ada, eve] = [await addOwner(a, 'Ada'), await addOwner(a, 'Eve')];
  for (const { linkHash } of [ada, eve]) await a.addPasskey(passkeyOf(), linkHash, entry());
  const holder = await begin(url, 'SELECT 1 FROM people FOR UPDATE');
  const remove = (store: SiteStore, id: string, by: string) =>
    store.changePerson(id, { kind: 'remove_person' }, LINK, byOf(by));
  const removals = [remove(a, ada.id, eve.id), remove(b, eve.id, ada.id)];
  await waitForLock(url, '', 2);
  await holder.query('COMMIT');
  expect((await Promise.all(removals)).toSorted()).toEqual(['done', 'last_owner']);
});

test('a passkey that another process removes while it is used was not copied', async () => {
  const { url, a, b } = await openTwo();
  const { id, linkHash } = await addOwner(a, 'Ada');
  const passkey = passkeyOf();
  await a.addPasskey(passkey, linkHash, entry());
  const holder = await begin(url, 'SELECT 1 FROM passkeys FOR UPDATE');
  const token = { personId: null, doneBy: 'token', at: NOON };
  const removed = a.changePerson(id, { kind: 'remove_person' }, LINK, token);
  await waitForLock(url, '', 1);
  const entered = b.enterByPasskey({ ...passkeyOf(passkey.id), counter: 2 }, entry());
  await waitForLock(url, '', 2);
  await holder.query('COMMIT');
  expect([await removed, await entered]).toEqual(['done', 'refused']);
  expect((await a.readActs({ person: id, before: 1e9, limit: 9 })).map(({ kind }) => kind)).toEqual(
    ['add_passkey'],
  );
});

test('a click that reaches two processes is recorded once', async () => {
  const { a, b } = await openTwo();
  for (let round = 0; round < 20; round++) {
    const click = grant({ consentId: newId() });
    const outcomes = await Promise.all([
      a.recordDecision(click),
      b.recordDecision(grant({ ...click, id: newId() })),
    ]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['appended', 'unchanged']);
  }
});

test('the same events in different orders at two processes are stored once', async () => {
  const { a, b } = await openTwo();
  const ids = Array.from({ length: 200 }, () => newId());
  const send = (store: SiteStore, from: readonly string[]) =>
    store.recordEvents(batch({ events: from.map((id) => scroll(25, NOON, id)) }));
  const taken = await Promise.all([send(a, ids), send(b, ids.toReversed()), send(a, ids)]);
  const sum = (key: 'accepted' | 'duplicates') =>
    taken.reduce((total, one) => total + (one.outcome === 'recorded' ? one[key] : 0), 0);
  expect([sum('accepted'), sum('duplicates')]).toEqual([200, 400]);
  const stored = (await readWholePerson(a, JANE, 1000)).events.map(({ id }) => id);
  expect(stored.toSorted()).toEqual(ids.toSorted());
});

test('a job that one process is doing is not started by another', async () => {
  const { a, b } = await openTwo();
  const begun: string[] = [];
  const job = async () => {
    expect(await b.runAlone('retention', async () => void begun.push('b'))).toBe(false);
  };
  expect(await a.runAlone('retention', job)).toBe(true);
  expect(await b.runAlone('retention', async () => void begun.push('b'))).toBe(true);
  expect(begun).toEqual(['b']);
});

test('one process delivers; another one takes over when it settles, fails or dies', async () => {
  const { url, a, b } = await openTwo();
  const ids = [await record(a), await record(b), await record(a)];
  const limit = 1;
  const [first] = (await a.takeDeliveries(limit, rule)) as Delivery[];
  expect(await b.takeDeliveries(limit, rule)).toBe('elsewhere');
  const through = first?.seq ?? 0;
  const settlement = { through, delivered: 1, skipped: {}, setAside: null, at: NOON };
  await a.settleDeliveries(settlement);
  expect(await take(b)).toEqual(ids.slice(1));
  expect(await a.takeDeliveries(limit, rule)).toBe('elsewhere');
  await b.noteDeliveryFailure('PostHog answered 503', NOON);
  expect(await take(a)).toEqual(ids.slice(1));
  expect(await b.takeDeliveries(limit, rule)).toBe('elsewhere');
  await breakConnections(url, "state = 'idle in transaction'");
  await vi.waitFor(async () => expect(await take(b)).toEqual(ids.slice(1)));
  // The events that PostHog accepted from the dead process are settled, and counted once.
  const second = { ...settlement, through: through + 1, delivered: 1 };
  await a.settleDeliveries(second);
  await b.settleDeliveries(second);
  expect(await a.deliveryState()).toMatchObject({ waiting: 1, delivered: 2 });
});

test('nobody of a mailing is handed over once another process has paused it, however close both are', async () => {
  const { url, store } = await openSite();
  await join(store, 'jane@example.org');
  const { id } = await start(store, 1);
  const { message } = await store.nextMessage(queue);
  const other = await begin(url, "UPDATE mailings SET state = 'paused'");
  const started = store.startAttempt(message?.id ?? '', { now: NOON, dueAt: NOON });
  await waitForLock(url);
  await other.query('COMMIT');
  expect(await started).toBe(false);
  expect((await store.readMailing(id))?.recipients).toMatchObject({ waiting: 1, in_doubt: 0 });
});

test('whom a mailing that starts on one process finds is not sent an earlier one again by another', async () => {
  const { url, a, b } = await openTwo();
  const jane = await join(a, 'jane@example.org');
  const first = await start(a, 1);
  await handAndSettle(a, refused('554 5.7.1 looks like spam'));
  const mailingId = newId();
  await a.insertDraft({ id: mailingId, content: { audience: EVERYBODY, words: WORDS }, at: NOON });
  // The row of its recipient waits for this one.
  const holder = await begin(url, 'SELECT 1 FROM notifyme_signups FOR UPDATE');
  const step = { mailingId, after: null, limit: 9, messageIds: [newId()], at: NOON };
  const starting = a.addRecipients(step);
  await waitForLock(url);
  const again = sendAgain(b, first.id, [jane.id]);
  await Promise.race([again, waitForLock(url, '', 2)]);
  await holder.query('COMMIT');
  await starting;
  expect(await again).toMatchObject({ again: 0, hadAnother: 1 });
});
