import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { BrandGlyphs } from '#shared/brand-glyphs';
import { directionOf, LANGUAGES, prefixOf } from '#shared/site-languages';
import { PNG_SIGNATURE, pngChunk } from './png-chunk.ts';
import { createRenderOnce } from './render-once.ts';
import { createResource, type Resource } from './resource.ts';

/**
 * Returns the build's pictures for shared links, by path, with the brand beside the logo. Each is finished when it is first
 * asked for. The build does not know the brand, so it leaves the place
 * free and writes masks of letters. A brand in letters that the face of the headings lacks is left out.
 *
 * @param client the folder of the client's build
 */
export function createSocialImages(
  client: string,
  { files, brand }: { files: ReadonlyMap<string, Resource>; brand: string },
) {
  const once = createRenderOnce();
  const pictures = [...files].filter(([path]) => /^\/social\/.*\.png$/.test(path));
  let glyphs: BrandGlyphs | undefined;
  return new Map(
    pictures.map(([path, plain]) => [
      path,
      once(async () => {
        glyphs ??= readGlyphs(client);
        const png = Buffer.from(plain.representations.identity.bytes);
        const identity = await withBrand(png, { brand, glyphs, isMirrored: isMirrored(path) });
        return identity ? createResource({ ...plain, identity }) : plain;
      }),
    ]),
  );
}

/** Returns whether each letter of a brand can be set in the pictures. */
export const canBeSet = (client: string, brand: string) =>
  lineOf(brand, readGlyphs(client)) !== null;

const readGlyphs = (client: string): BrandGlyphs =>
  JSON.parse(readFileSync(join(client, 'social/brand.json'), 'utf8'));

const isMirrored = (path: string) =>
  LANGUAGES.some(
    (language) => path === `/social${prefixOf(language)}.png` && directionOf(language) === 'rtl',
  );

interface PlacedGlyph {
  x: number;
  top: number;
  width: number;
  mask: Buffer;
}

/** Returns the letters of a brand from left to right, or null if one of them is not known. */
function lineOf(brand: string, { glyphs, kerning, maxWidth }: BrandGlyphs) {
  const letters = [...brand.normalize('NFC')];
  const placed: PlacedGlyph[] = [];
  let pen = 0;
  for (const [index, letter] of letters.entries()) {
    const glyph = glyphs[letter];
    if (!glyph) return null;
    pen += kerning[`${letters[index - 1] ?? ''}${letter}`] ?? 0;
    if (pen + glyph.advance > maxWidth) break; // it would reach the timecode
    const { left, top, width, mask } = glyph;
    placed.push({ x: pen + left, top, width, mask: Buffer.from(mask, 'base64') });
    pen += glyph.advance;
  }
  return { placed, width: pen };
}

interface BrandOptions {
  brand: string;
  glyphs: BrandGlyphs;
  /** Whether the picture is read from right to left. */
  isMirrored: boolean;
}

/** Returns the picture with the brand, or null if its letters are not known. @param png from `scripts/images/indexed-png.ts` */
async function withBrand(png: Buffer, { brand, glyphs, isMirrored }: BrandOptions) {
  const line = lineOf(brand, glyphs);
  if (!line) return null;
  const { header, palette, data } = partsOf(png);
  const width = header.readUInt32BE(0);
  const rows = await promisify(inflate)(data);
  const colorAt = shadesOf(glyphs, palette);
  const start = isMirrored ? width - glyphs.start - line.width : glyphs.start;
  for (const { x, top, width: wide, mask } of line.placed) {
    for (const [index, ink] of mask.entries()) {
      if (ink === 0) continue;
      const y = glyphs.baseline - top + Math.floor(index / wide);
      // Each row begins with its filter.
      rows[y * (width + 1) + 1 + start + x + (index % wide)] = colorAt[ink] ?? 0;
    }
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', await promisify(deflate)(rows, { level: 8 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns for each strength of ink the nearest colour of the palette, which has the shades of the heading's letters. */
function shadesOf({ ink, back }: BrandGlyphs, palette: Buffer): number[] {
  const [inked, plain] = [Buffer.from(ink, 'hex'), Buffer.from(back, 'hex')];
  return Array.from({ length: 256 }, (_, strength) => {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 0; index < palette.length / 3; index++) {
      let distance = 0;
      for (let part = 0; part < 3; part++) {
        const [from = 0, to = 0] = [plain[part], inked[part]];
        const wanted = from + ((to - from) * strength) / 255;
        distance += ((palette[index * 3 + part] ?? 0) - wanted) ** 2;
      }
      if (distance < least) [nearest, least] = [index, distance];
    }
    return nearest;
  });
}

function partsOf(png: Buffer) {
  const parts = new Map<string, Buffer>();
  for (let at = PNG_SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const [header, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((type) => parts.get(type));
  if (!header || !palette || !data) throw new Error('expected a picture with a palette');
  return { header, palette, data };
}
