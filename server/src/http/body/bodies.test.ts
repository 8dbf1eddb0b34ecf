import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createRequests } from '../../testing/requests.ts';
import { createTimeSlices } from '../../time-slices.ts';
import { AT_ONCE_BYTES, createBodies } from './bodies.ts';
import { createBodyMemory } from './body-memory.ts';

/** Sends a body, and returns the clients that had to wait for a slice. */
async function slicesFor(body: Uint8Array<ArrayBuffer>) {
  const clients: (string | undefined)[] = [];
  const begin = createTimeSlices();
  const beginWork = (client?: string) => {
    const slice = begin(client);
    const next = () => {
      clients.push(client);
      return slice.next();
    };
    return { ...slice, next };
  };
  const bodies = createBodies({ clientOf: () => 'jane', beginWork });
  const limits = 100_000;
  const app = new Hono().post('/', (c) => bodies.json(c, limits, ({ ok }) => c.text(String(ok))));
  await createRequests(app.fetch).request('/', { method: 'POST', body });
  return clients;
}

const SMALL = new Uint8Array(Buffer.from('{}'));
const PACKED = new Uint8Array(
  gzipSync(JSON.stringify(randomBytes(2 * AT_ONCE_BYTES).toString('hex'))),
);

test('a small body is read at once', async () => {
  expect(await slicesFor(SMALL)).toEqual([]);
});

test('a large body waits for a slice before it is unpacked, and again before it is parsed', async () => {
  expect(PACKED.length).toBeGreaterThan(AT_ONCE_BYTES);
  expect(await slicesFor(PACKED)).toEqual(['jane', 'jane']);
});

test('a body whose memory is needed by another client while it waits for a slice is not parsed', async () => {
  const body = Buffer.from(JSON.stringify('x'.repeat(20_000)));
  const memory = createBodyMemory(30_000);
  const begin = createTimeSlices();
  const beginWork = (client?: string) => {
    const slice = begin(client);
    const next = () => {
      memory.reserve('john').add(15_000);
      return slice.next();
    };
    return { ...slice, next };
  };
  const bodies = createBodies({ clientOf: () => 'jane', memory, beginWork });
  const limits = 100_000;
  const app = new Hono().post('/', (c) =>
    bodies.json(c, limits, (read) => c.text(read.ok ? 'parsed' : read.why)),
  );
  const { request } = createRequests(app.fetch);
  const answer = await request('/', { method: 'POST', body });
  expect(await answer.text()).toBe('busy');
});
