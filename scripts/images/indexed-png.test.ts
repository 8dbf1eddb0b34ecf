import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeIndexedPng } from './indexed-png.ts';

/** Reads the chunks by type and checks each checksum. */
function chunksOf(png: Buffer) {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString(), body.subarray(4));
    at += length + 12;
  }
  return chunks;
}

test('palette and rows decode to exactly the pixels that were drawn', () => {
  const colors = ['ff0000ff', '00ff00ff', 'ff0000ff', '0000ffff', '00ff00ff', '808080ff'];
  const png = encodeIndexedPng({
    width: 3,
    height: 2,
    pixels: new Uint8Array(Buffer.from(colors.join(''), 'hex')),
  });
  const chunks = chunksOf(png);
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const palette = chunks.get('PLTE')?.toString('hex').match(/.{6}/g) ?? [];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  expect([rows[0], rows[4]]).toEqual([0, 0]);
  const indexes = [...rows.subarray(1, 4), ...rows.subarray(5, 8)];
  expect(indexes.map((index) => `${palette[index]}ff`)).toEqual(colors);
});

test('a picture with transparency or more than 256 colours fails the build', () => {
  const clear = new Uint8Array([1, 2, 3, 254]);
  expect(() => encodeIndexedPng({ width: 1, height: 1, pixels: clear })).toThrow('opaque');
  const pixels = (count: number) => {
    const all = Array.from({ length: count }, (_, index) => [index & 255, index >> 8, 0, 255]);
    return { width: count, height: 1, pixels: new Uint8Array(all.flat()) };
  };
  expect(() => encodeIndexedPng(pixels(256))).not.toThrow();
  expect(() => encodeIndexedPng(pixels(257))).toThrow('256 colours');
});
