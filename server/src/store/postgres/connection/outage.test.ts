import { expect, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../database/postgres/open-store.ts';
import { readWholePerson } from '../../../persons/read-whole-person.ts';
import {
  ask,
  openPostgresDatabase,
  openPostgresServer,
} from '../../../testing/programs/postgres.ts';
import { StoreUnavailableError } from '../../store.ts';
import { batch, grant, JANE, NOON, rule, signup, text } from '../../testing/store-contract-data.ts';
import { breakConnections, openStore, postgresTest as test } from '../testing/postgres-site.ts';
import { openProxy } from '../testing/proxy.ts';

/** Starts a server of this test's own, with that database. Returns its URL, too. */
async function startServer(database: string) {
  const server = await openPostgresServer();
  onTestFinished(() => server.stop());
  if (database !== 'postgres') await ask(server.urlOf('postgres'), `CREATE DATABASE ${database}`);
  return { server, url: server.urlOf(database) };
}

test('while the server is unreachable every operation fails at once, and afterwards all work again', async () => {
  const { server, url } = await startServer('postgres');
  const store = await openStore(url);
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant());
  await store.recordEvents(batch());
  expect(await store.takeDeliveries(5, rule)).toHaveLength(1);

  await server.halt();
  const attempts = [
    () => store.insertSignup(signup()),
    () => store.recordEvents(batch()),
    () => store.takeDeliveries(5, rule),
    () => store.noteDeliveryFailure('PostHog answered 503', NOON),
    () => readWholePerson(store, JANE, 5),
    () => store.erasePerson({ id: 'x', consentId: JANE, gpc: false, at: NOON }),
    () => store.addPageCounts('2026-03-14T14:15', new Map([['/', 1]])),
    () => store.checkWritable(),
    () => store.usage(),
  ];
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toThrow(StoreUnavailableError);
  }
  await expect(openPostgresStore(url)).rejects.toThrow(StoreUnavailableError);

  await server.comeBack();
  await vi.waitFor(() => store.checkWritable());
  expect((await store.recordEvents(batch())).outcome).toBe('recorded');
  expect(await store.takeDeliveries(5, rule)).toHaveLength(2);
  expect(await store.insertSignup(signup())).toBe('created');
}, 60_000);

test('after a failover the first write succeeds once the name leads to the new primary', async () => {
  const primary = await openPostgresDatabase();
  const database = new URL(primary).pathname.slice(1);
  const { server, url: old } = await startServer(database);
  const name = await openProxy(old);
  const store = await openStore(name.url);
  const write = (email: string) => store.insertSignup(signup({ email }));

  // Every connection of the pool is open to a server that then becomes read-only.
  const counts = new Map([['/', 1]]);
  await Promise.all(
    Array.from({ length: 6 }, () => store.addPageCounts('2026-03-14T14:15', counts)),
  );
  await ask(old, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await ask(old, 'SELECT pg_reload_conf()');
  const fenced = [{ default_transaction_read_only: 'on' }];
  await vi.waitFor(async () =>
    expect(await ask(old, 'SHOW default_transaction_read_only')).toEqual(fenced),
  );
  name.pointTo(primary);
  expect(await write('a@example.org')).toBe('created');

  // A standby is refused when a connection is made.
  await server.halt();
  await server.comeBackAsStandby();
  name.pointTo(old);
  await breakConnections(primary, 'pid <> pg_backend_pid()');
  await vi.waitFor(() => expect(store.deliveryState()).rejects.toThrow('25006'));
  await expect(openPostgresStore(old)).rejects.toThrow('25006');
  name.pointTo(primary);
  expect(await write('b@example.org')).toBe('created');

  // Without a word, while visitors sign up.
  name.vanish();
  const ready = store.checkWritable().catch((error: unknown) => error);
  const lost = write('c@example.org').catch((error: unknown) => error);
  expect(await write('d@example.org').catch(() => write('e@example.org'))).toBe('created');
  expect(await lost).toBeInstanceOf(StoreUnavailableError);
  expect(await ready).toBeInstanceOf(StoreUnavailableError);

  // A URL names several servers, and the first one is a standby, can only be read, or takes no connections.
  const writeBehind = async (first: string, email: string) => {
    const hosts = `${new URL(first).host},${new URL(primary).host}`;
    const store = await openStore(`postgres://postgres@${hosts}/${database}`);
    return store.insertSignup(signup({ email }));
  };
  expect(await writeBehind(old, 'f@example.org')).toBe('created');
  const { server: spare, url: full } = await startServer(database);
  await (await openPostgresStore(full)).close();
  for (const setting of ['SET default_transaction_read_only = on', 'ALLOW_CONNECTIONS false']) {
    await ask(spare.urlOf('postgres'), `ALTER DATABASE ${database} ${setting}`);
    expect(await writeBehind(full, `${setting.length}@example.org`)).toBe('created');
  }
  await expect(openPostgresStore(full)).rejects.toThrow('55000');
}, 60_000);
