import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createTimeSlices } from '../../lib/time-slices.ts';
import { createBodyMemory, gunzipWithin, isGzip } from './bodies.ts';

const unpack = (bytes: Uint8Array, maxBytes: number, memory = createBodyMemory()) =>
  gunzipWithin(bytes, maxBytes, {
    reservation: memory.reserve('test'),
    slice: createTimeSlices()(),
  });
const zeros = (length: number) => gzipSync(Buffer.alloc(length));

test.each([1000, 2 ** 20])(
  '%i bytes, the limit, are unpacked; one more is refused',
  async (limit) => {
    expect(await unpack(zeros(limit), limit)).toMatchObject({ ok: true });
    expect(await unpack(zeros(limit + 1), limit)).toEqual({ ok: false, why: 'too_large' });
  },
);

test('unpacking a bomb of 4 GB stops at the limit', async () => {
  // Several members in a row are one gzip file (RFC 1952, section 2.2).
  const bomb = Buffer.concat(Array<Buffer>(256).fill(zeros(2 ** 24)));
  const before = process.memoryUsage().rss;
  expect(await unpack(bomb, 2 ** 20)).toEqual({ ok: false, why: 'too_large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
});

test('truncated or damaged gzip is refused', async () => {
  const whole = gzipSync('[]');
  const damaged = Buffer.from(whole);
  damaged.writeUInt32LE(1, damaged.length - 8); // the checksum
  for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 3), damaged]) {
    expect(isGzip(bytes)).toBe(true);
    expect(await unpack(bytes, 1000)).toEqual({ ok: false, why: 'not_gzip' });
  }
  expect(isGzip(Buffer.from('[]'))).toBe(false);
});

test('unpacked bytes are counted as they grow, and unpacking stops when there is no room', async () => {
  const memory = createBodyMemory(2 ** 20);
  expect(await unpack(zeros(2 ** 19), 2 ** 24, memory)).toMatchObject({ ok: true });
  expect(memory.held()).toBe(2 ** 19);
  expect(await unpack(zeros(2 ** 22), 2 ** 24, memory)).toEqual({ ok: false, why: 'busy' });
});
