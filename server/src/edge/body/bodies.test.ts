import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createTimeSlices } from '../../lib/time-slices.ts';
import { createRequests } from '../../testing/requests.ts';
import { AT_ONCE_BYTES, createBodies, createBodyMemory } from './bodies.ts';

/** Sends a body of Jane. Returns what became of it, and the clients that had to wait for a slice. */
async function send(
  body: Uint8Array<ArrayBuffer>,
  memory = createBodyMemory(),
  onSlice = () => {},
) {
  const clients: (string | undefined)[] = [];
  const begin = createTimeSlices();
  const beginWork = (client?: string) => {
    const slice = begin(client);
    const next = () => {
      clients.push(client);
      onSlice();
      return slice.next();
    };
    return { ...slice, next };
  };
  const bodies = createBodies({ clientOf: () => 'jane', memory, beginWork });
  const app = new Hono().post('/', (c) =>
    bodies.json(c, 100_000, (read) => c.text(read.ok ? 'parsed' : read.why)),
  );
  const answer = await createRequests(app.fetch).request('/', { method: 'POST', body });
  return [await answer.text(), clients];
}

test('a small body is read at once', async () => {
  expect(await send(new Uint8Array(Buffer.from('{}')))).toEqual(['parsed', []]);
});

test('a large body waits for a slice before it is unpacked, and again before it is parsed', async () => {
  const text = JSON.stringify(randomBytes(2 * AT_ONCE_BYTES).toString('hex'));
  const packed = new Uint8Array(gzipSync(text));
  expect(packed.length).toBeGreaterThan(AT_ONCE_BYTES);
  expect(await send(packed)).toEqual(['parsed', ['jane', 'jane']]);
});

test('a body whose memory is needed by another client while it waits for a slice is not parsed', async () => {
  const body = new Uint8Array(Buffer.from(JSON.stringify('x'.repeat(20_000))));
  const memory = createBodyMemory(30_000);
  const takeMemory = () => void memory.reserve('john').add(15_000);
  expect(await send(body, memory, takeMemory)).toEqual(['busy', ['jane']]);
});
