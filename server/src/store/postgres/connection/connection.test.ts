import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ask,
  openEmptyPostgresDatabase,
  openPostgresDatabase,
} from '../../../testing/programs/postgres.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { compareSchema } from '../../../upkeep/postgres/schema-objects.ts';
import { batch, text } from '../../testing/store-contract-data.ts';
import { openSite, openStore, postgresTest } from '../testing/postgres-site.ts';
import { createLease } from './lease.ts';
import { asLibpqReads, openPool } from './pool.ts';
import { createServers, type NewSocket } from './servers.ts';

const UNCHECKED = { rejectUnauthorized: false };
const SIGNED = { ca: 'the certificate', checkServerIdentity: expect.any(Function) };

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=allow', UNCHECKED],
  ['?sslmode=prefer', UNCHECKED],
  ['?application_name=a&sslmode=require', UNCHECKED],
  ['?sslmode=no-verify', UNCHECKED],
  ['?sslmode=require&sslrootcert=ROOT', SIGNED],
  ['?sslrootcert=ROOT&sslmode=verify-ca', SIGNED],
  ['?sslmode=verify-full', {}],
  ['?sslmode=verify-full&sslrootcert=ROOT', { ca: 'the certificate' }],
])('the certificate is checked for %j as libpq does', (query, ssl) => {
  const root = join(temporaryFolder(), 'root.crt');
  writeFileSync(root, 'the certificate');
  const named = query.replace('ROOT', root);
  const connectionString = asLibpqReads(`postgres://jane:hush@db.example/site${named}`);
  expect((new Client({ connectionString }) as unknown as { ssl: unknown }).ssl).toEqual(ssl);
});

test.each(['sslrootcert', 'sslcert', 'sslkey'])('a file that %s names has an end', (name) => {
  const url = 'postgres://jane:hush@db.example/site?sslmode=verify-full';
  expect(() => openPool(`${url}&${name}=/dev/zero`)).toThrow(
    new RegExp(
      `^/dev/zero cannot be read: .*; expected the PEM file that ${name} in DATABASE_URL names$`,
    ),
  );
});

test('a name with several addresses leads to the next one once the first was refused', async () => {
  const server = createServer((socket) => socket.end());
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const servers = createServers(`postgres://a@db.example:${port}/site`, (_, __, done) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ]),
  );
  const reached = async () => {
    const socket = new Socket();
    servers.direct(socket as NewSocket);
    socket.connect(port, 'db.example');
    await once(socket, 'connect');
    return socket.remoteAddress;
  };
  expect(await reached()).toBe('127.0.0.1');
  expect(servers.count()).toBe(2);
  servers.next(0);
  servers.next(0); // another connection found out at the same time
  expect(await reached()).toBe('127.0.0.2');
});

test('a URL may name several hosts, and the list begins again after the last one', () => {
  const servers = createServers('postgres://user:pass@a:5432,b:5433/site?sslmode=require');
  for (const host of ['a:5432', 'b:5433', 'a:5432']) {
    expect(servers.current()).toBe(`postgres://user:pass@${host}/site?sslmode=require`);
    servers.next(servers.position());
  }
});

postgresTest(
  'rows put back without their sequence are found, and a start goes on behind',
  async () => {
    const { url, store } = await openSite();
    await store.recordEvents(batch());
    await ask(url, 'ALTER SEQUENCE events_seq_seq RESTART WITH 1');
    expect((await compareSchema(url)).missing).toEqual([
      expect.stringMatching(/^numbers: those of events are behind its last row, \d+;/),
    ]);
    await expect(store.recordEvents(batch())).rejects.toThrow('duplicate key');
    expect((await (await openStore(url)).recordEvents(batch())).outcome).toBe('recorded');
    expect((await compareSchema(url)).missing).toEqual([]);
  },
);

postgresTest('a database may write dates in another style', async () => {
  const url = await openEmptyPostgresDatabase(); // which no other test uses afterwards
  const name = new URL(url).pathname.slice(1);
  await ask(url, `ALTER DATABASE ${name} SET datestyle = 'SQL, DMY'`);
  const store = await openStore(url);
  await store.publishConsentTexts([text()]);
  expect(await store.readConsentTexts()).toEqual([text()]);
});

const IDLE_MS = 400;

/** Two processes that compete for the same lease. */
async function openLeases() {
  const url = await openPostgresDatabase();
  const compete = () => {
    const pool = openPool(url);
    const lease = createLease(pool, 'relay', { idleTimeoutMs: IDLE_MS });
    onTestFinished(async () => {
      await lease.giveBack();
      await pool.end();
    });
    return lease;
  };
  return { url, a: compete(), b: compete() };
}

postgresTest('a lease is held for as long as its process runs', async () => {
  const { url, a, b } = await openLeases();
  expect(await a.take()).not.toBeNull();
  await vi.waitFor(async () => {
    const [holder] = await ask(
      url,
      `SELECT extract(epoch FROM now() - xact_start) * 1000 AS ms FROM pg_stat_activity
       WHERE state = 'idle in transaction' AND datname = current_database()`,
    );
    expect(Number(holder?.['ms'])).toBeGreaterThan(3 * IDLE_MS);
  }, 10_000);
  expect(await b.take()).toBeNull();
  expect(await a.end(async () => {})).toBe(true);
  expect(await b.take()).not.toBeNull();
});

postgresTest('a stalled process loses its lease and notices it', async () => {
  const { a, b } = await openLeases();
  expect(await a.take()).not.toBeNull();
  // As on a paused machine, no timer runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * IDLE_MS);
  await vi.waitFor(async () => expect(await b.take()).not.toBeNull());
  await expect(a.end(async () => {})).rejects.toThrow(/25P03|CONNECTION_LOST/);
  expect(await a.take()).toBeNull();
});
