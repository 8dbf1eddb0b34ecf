import { join } from 'node:path';
import type { BrandGlyph, BrandGlyphs } from '../../shared/src/brand-glyphs.ts';
import { readTokens } from './colors.ts';
import { rasterize } from './raster.ts';
import { BRAND } from './social-image.ts';
import { fontFile, openFont } from './text-paths.ts';

/** Latin letters and what brands are written with besides. Scripts whose letters join cannot be set letter by letter. */
const RANGES = [
  [0x21, 0x7e],
  [0xa1, 0x17f],
  [0x2013, 0x2026],
] as const;
const KERNED = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
/** Draws the letters that a brand may have, in the face of the site's headings. */
export async function drawBrandGlyphs(root: string): Promise<BrandGlyphs> {
  const fonts = ['latin', 'latin-ext'].map((letters) =>
    openFont(fontFile('@fontsource/archivo', letters, 800)),
  );
  const [latin] = fonts;
  if (!latin) throw new Error('expected a font');
  const scale = BRAND.size / latin.unitsPerEm;
  const advanceOf = (text: string) =>
    latin.layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) * scale;
  const glyphs: Record<string, BrandGlyph> = {
    ' ': { left: 0, advance: Math.round(advanceOf(' ')), top: 0, width: 0, mask: '' },
  };
  for (const [first, last] of RANGES) {
    for (let code = first; code <= last; code++) {
      const font = fonts.find((each) => each.hasGlyphForCodePoint(code));
      if (!font) continue;
      const character = String.fromCodePoint(code);
      const glyph = font.layout(character).glyphs[0];
      if (!glyph || !Number.isFinite(glyph.bbox.width)) continue;
      const { minX, maxX, minY, maxY } = glyph.bbox;
      const [left, right] = [Math.floor(minX * scale), Math.ceil(maxX * scale)];
      const [top, bottom] = [Math.ceil(maxY * scale), Math.floor(minY * scale)];
      const [width, height] = [right - left, top - bottom];
      const outline = glyph.path.scale(scale, -scale).translate(-left, top).toSVG();
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path d="${outline}"/></svg>`;
      const { pixels } = await rasterize(svg, width);
      const mask = Buffer.from(pixels.filter((_, index) => index % 4 === 3));
      glyphs[character] = {
        left,
        advance: Math.round(glyph.advanceWidth * scale),
        top,
        width,
        mask: mask.toString('base64'),
      };
    }
  }
  const kerning: Record<string, number> = {};
  for (const first of KERNED) {
    for (const second of KERNED) {
      const pair = first + second;
      const added = Math.round(advanceOf(pair) - advanceOf(first) - advanceOf(second));
      if (added !== 0) kerning[pair] = added;
    }
  }
  const { start, baseline, maxWidth, back } = BRAND;
  const ink = readTokens(join(root, 'client/src/styles/tokens.css'), 'dark')('ink').slice(1);
  return { start, baseline, maxWidth, ink, back, glyphs, kerning };
}
