import { deflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../../server/src/site/png-chunk.ts';

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, row by row. */
  pixels: Uint8Array;
}

const MAX_COLORS = 256;

/**
 * Encodes a PNG with a palette (PNG, third edition, colour type 3). It takes a third of the bytes of full colour, and
 * every pixel stays the same. The server sets the brand into such pictures only, so transparency or too many colours fail
 * the build.
 */
export function encodeIndexedPng({ width, height, pixels }: Pixels): Buffer {
  const source = Buffer.from(pixels);
  const palette = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: 0, none
  let last = -1;
  let index = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const color = source.readUInt32BE(pixel * 4);
    if (color !== last) {
      index = palette.get(color) ?? palette.size;
      if (index === MAX_COLORS || (color & 0xff) !== 0xff)
        throw new Error(`expected opaque pixels of at most ${MAX_COLORS} colours`);
      palette.set(color, index);
      last = color;
    }
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const colors = Buffer.alloc(3 * palette.size);
  for (const [color, index] of palette) colors.writeUIntBE(color >>> 8, 3 * index, 3);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', colors),
    pngChunk('IDAT', deflateSync(rows, { level: 8 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
