import type { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { readHistories } from '../../consent/record-decisions.sql.ts';
import { lockPersons, takeEventLock } from '../../events/postgres/event-lock.ts';
import { createDb, finish } from '../../store/postgres/connection/sql.ts';
import {
  begin,
  breakConnections,
  openSite,
  openStore,
  postgresTest as test,
  waitForLock,
} from '../../store/postgres/testing/postgres-site.ts';
import { openProxy } from '../../store/postgres/testing/proxy.ts';
import { StoreUnavailableError } from '../../store/store.ts';
import {
  batch,
  grant,
  NOON,
  newId,
  signup,
  text,
} from '../../store/testing/store-contract-data.ts';
import { ask, openPostgresDatabase } from '../../testing/programs/postgres.ts';

// Vitest reports an unhandled rejection, which would end the process, as an error.

test('a write that waits too long for a lock is refused as unavailable', async () => {
  const { url, store } = await openSite({ lockTimeoutMs: 50 });
  const other = await begin(url);
  await takeEventLock(other);
  await lockPersons(other, [grant().consentId ?? '']);
  const refused = new StoreUnavailableError('55P03');
  await expect(store.recordEvents(batch())).rejects.toThrow(refused);
  await expect(store.recordDecision(grant({ analytics: false }))).rejects.toThrow(refused);
});

test('a connection that breaks during a group fails its requests, not the process', async () => {
  const { url, store } = await openSite();
  await takeEventLock(await begin(url));
  const recording = expect(store.recordEvents(batch())).rejects.toThrow(StoreUnavailableError);
  await waitForLock(url);
  await breakConnections(url, "wait_event_type = 'Lock'");
  await recording;
});

test.for(['events', 'consents'])(
  'a group that conflicts with another transaction is run again: %s',
  async (table) => {
    const { url, store } = await openSite();
    // A sequence keeps its numbers when the transaction rolls back.
    await ask(
      url,
      `CREATE SEQUENCE conflicts; CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
         IF nextval('conflicts') <= 2 THEN RAISE deadlock_detected; END IF; RETURN NEW; END$$;
       CREATE TRIGGER conflict BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION conflict()`,
    );
    onTestFinished(() =>
      ask(url, 'DROP FUNCTION conflict CASCADE; DROP SEQUENCE conflicts').then(() => {}),
    );
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    const other = grant({ consentId: newId() });
    expect((await store.recordDecision(other)).outcome).toBe('appended');
    expect(await ask(url, 'SELECT last_value FROM conflicts')).toEqual([{ last_value: 3 }]);
  },
);

test('what arrives together is stored in its order, in one transaction', async () => {
  const commits: number[] = [];
  const { url, store } = await openSite({ onCommit: ({ rows }) => commits.push(rows) });
  const before = commits.length;
  const [first, second] = [batch(), batch()];
  const recorded = await Promise.all([
    store.recordEvents(first),
    store.insertSignup(signup()), // splits the events into two statements
    store.recordEvents(second),
  ]);
  expect(recorded).toMatchObject([{ accepted: 1 }, 'created', { accepted: 1 }]);
  expect(commits.slice(before)).toEqual([3]);
  const ids = [first, second].map(({ events }) => ({ id: events[0]?.id }));
  expect(await ask(url, 'SELECT id FROM events ORDER BY seq')).toEqual(ids);
});

test('what was stored although its answer was lost is recognised when it is sent again', async () => {
  const network = await openProxy(await openPostgresDatabase());
  const store = await openStore(network.url);
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  const losing = async <T>(act: () => Promise<T>): Promise<T> => {
    network.loseNext('COMMIT\0');
    await expect(act()).rejects.toThrow(StoreUnavailableError);
    return act();
  };
  expect(await losing(() => store.insertSignup(signup()))).toBe('duplicate');
  const events = batch();
  const again = { outcome: 'recorded', accepted: 0, duplicates: 1 };
  expect(await losing(() => store.recordEvents(events))).toEqual(again);
  const decision = grant({ consentId: newId() });
  const recorded = await losing(() => store.recordDecision(decision));
  expect(recorded).toMatchObject({ outcome: 'unchanged' });
  const john = signup({ email: 'john@example.org' });
  await store.insertSignup(john);
  expect(await losing(() => store.eraseSignup(john.id, 0))).toBe('not_found');
  expect(await store.countRows()).toEqual({ signups: 1, consents: 2, events: 1 });
});

/** Messages that another client of the same database may send on the same channel. */
const FOREIGN = ['', '{', 'null', '{"hash":7,"decidedAt":1}', '['.repeat(7_000)];

test('a refusal that leaves no row is known to the other processes, also after notifications that are none', async () => {
  const { url, store } = await openSite();
  const other = await openStore(url);
  const refuse = async () => {
    const consentId = newId();
    await store.recordDecision(grant({ consentId, analytics: false }));
    return consentId;
  };
  const tellOfRefusals = async () => {
    let next = await refuse();
    await vi.waitFor(
      async () => {
        // A different person each time: a grant that was accepted would be on record, and a listener that has just
        // connected again missed the last one.
        const consentId = next;
        next = await refuse();
        const late = await other.recordDecision(grant({ consentId, decidedAt: NOON - 1 }));
        expect(late.outcome).toBe('superseded');
      },
      { timeout: 20_000, interval: 250 },
    );
  };
  await tellOfRefusals();
  for (const payload of FOREIGN) {
    await ask(url, `SELECT pg_notify('dubkit_refusals', '${payload}')`);
  }
  await tellOfRefusals();
});

/** Jane has granted once and withdrawn 20,000 times, as one client can in three hours. */
const DECISIONS = `
  INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
  SELECT place::text, 'jane', place, place = 1, 'banner', 'en', 'hash', false, now() + place * interval '1 ms', now()
  FROM generate_series(1, 20001) AS places (place)`;

test('finding the latest decision and any grant does not read all decisions of a person', async () => {
  const client = await begin(await openPostgresDatabase(), `${DECISIONS}; ANALYZE consents`);
  let statement = '';
  const query = (text: string, values: unknown[]) => {
    statement = text;
    return client.query(text, values);
  };
  const histories = await finish(
    readHistories(createDb({ query: query as Client['query'] }), ['jane', 'john']),
  );
  expect(histories.get('jane')).toMatchObject({
    everGranted: true,
    latest: { analytics: false, revision: 20_001 },
  });
  expect(histories.size).toBe(1);
  const explained = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, [
    ['jane', 'john'],
  ]);
  const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(100);
});
