import { rasterize } from './raster.ts';

/** Fills the square to its edges, for devices that cut the shape of their icons themselves. */
const fullBleed = (svg: string) => svg.replace(/ rx="\d+"/, '');

/** Returns every file that is made from `favicon.svg`, by file name. */
export async function drawIcons(svg: string): Promise<Map<string, Uint8Array>> {
  const draw = (sizes: readonly number[]) =>
    Promise.all(sizes.map(async (size) => ({ size, png: await rasterize(svg, size) })));
  const [small, medium, large] = await Promise.all([
    draw([16, 32, 48]),
    rasterize(svg, 192),
    rasterize(svg, 512),
  ]);
  return new Map([
    ['favicon.ico', encodeIco(small)],
    ['apple-touch-icon.png', await rasterize(fullBleed(svg), 180)],
    ['icon-192.png', medium],
    ['icon-512.png', large],
    // The drawing lies within the safe zone, a circle of 80 % of the width.
    ['icon-maskable-512.png', await rasterize(fullBleed(svg), 512)],
  ]);
}

const HEADER = 6;
const ENTRY = 16;

/** An ICO file is a table of pictures, which may be PNGs since Windows Vista. */
function encodeIco(images: readonly { size: number; png: Uint8Array }[]): Uint8Array {
  const table = Buffer.alloc(HEADER + ENTRY * images.length);
  table.writeUInt16LE(1, 2); // an icon, not a cursor
  table.writeUInt16LE(images.length, 4);
  let offset = table.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = table.subarray(HEADER + ENTRY * index);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4); // colour planes
    entry.writeUInt16LE(32, 6); // bits per pixel
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
  }
  return Buffer.concat([table, ...images.map(({ png }) => png)]);
}
