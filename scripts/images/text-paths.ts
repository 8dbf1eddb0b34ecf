import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import bidiFactory from 'bidi-js';
import { create, type Font } from 'fontkit';
import { root } from '../steps/run.mjs';

export interface TextStyle {
  /** Pixels. */
  size: number;
  /** Letter-spacing in em, between Latin letters only. */
  tracking?: number;
}

/** Sets text as outlines, so that the building machine needs no fonts. */
export interface TypeFace {
  width(text: string, style: TextStyle): number;
  /**
   * Returns SVG path data. `x` is where the ink begins, on the right for a line that reads from right to left; `y` is
   * the baseline.
   */
  path(text: string, x: number, y: number, style: TextStyle): string;
}

/** Characters in logical order that are set together: in one font and one direction. */
interface Run {
  font: Font;
  text: string;
  direction: 'ltr' | 'rtl';
  /** The place of its first character in the line, from 0. */
  start: number;
}

const bidi = bidiFactory();

/**
 * Sets each character in the first of the fonts that has it, as a browser does. Throws at a character that no font has, so
 * that no picture shows an empty box.
 *
 * @param files of the fonts: WOFF2
 */
export function openTypeFace(files: readonly string[], base: Run['direction']): TypeFace {
  const lay = (text: string, { size, tracking = 0 }: TextStyle) => {
    let pen = 0;
    let trailing = 0;
    const placed = runsOf(text, files, base).flatMap(({ font, text: part, direction }) => {
      const { glyphs, positions } = font.layout(part, undefined, undefined, undefined, direction);
      const scale = size / font.unitsPerEm;
      const spacing = /\p{Script=Latin}|\d/u.test(part) ? tracking * size : 0;
      return glyphs.map((glyph, index) => {
        const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
        const at = { x: pen + xOffset * scale, y: yOffset * scale };
        pen += xAdvance * scale + spacing;
        trailing = spacing;
        return { glyph, scale, at };
      });
    });
    return { placed, width: pen - trailing };
  };
  return {
    width: (text, style) => lay(text, style).width,
    path(text, x, y, style) {
      const { placed } = lay(text, style);
      // A glyph without ink, such as a space, has an infinite box.
      const inked = placed.filter(({ glyph }) => Number.isFinite(glyph.bbox.width));
      const start =
        base === 'ltr'
          ? Math.min(...inked.map(({ glyph, scale, at }) => at.x + glyph.bbox.minX * scale))
          : Math.max(...inked.map(({ glyph, scale, at }) => at.x + glyph.bbox.maxX * scale));
      return inked
        .map(({ glyph, scale, at }) =>
          glyph.path
            .scale(scale, -scale)
            .translate(x + at.x - start, y - at.y)
            .toSVG(),
        )
        .join('');
    },
  };
}

/** Returns the runs of a line in the order in which they stand, from left to right. */
function runsOf(text: string, files: readonly string[], base: Run['direction']): Run[] {
  const embedding = bidi.getEmbeddingLevels(text, base);
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const runs: (Run & { level: number })[] = [];
  let start = 0;
  for (const logical of text) {
    const character = mirrored.get(start) ?? logical;
    const level = embedding.levels[start] ?? 0;
    const last = runs.at(-1);
    const font = fontOf(character, files, last?.font);
    if (!font) throw new Error(`no font has a glyph for “${character}” of “${text}”`);
    if (last && last.font === font && last.level === level) last.text += character;
    else {
      const direction = level % 2 ? 'rtl' : 'ltr';
      runs.push({ font, text: character, direction, start, level });
    }
    start += logical.length;
  }
  const order = bidi.getReorderedIndices(text, embedding);
  return runs.toSorted((a, b) => order.indexOf(a.start) - order.indexOf(b.start));
}

/** Returns the font of a character. What marks, joins or follows a letter stays in the letter's own font if that has it. */
function fontOf(character: string, files: readonly string[], last: Font | undefined) {
  const has = (font: Font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  if (last && has(last) && /\p{Mark}|\u200c|\u200d| /u.test(character)) return last;
  const file = files.find((each) => has(openFont(each)));
  return file && openFont(file);
}

/** Returns a file of a package of @fontsource: the letters of a script or of some languages, in a weight. */
export const fontFile = (face: string, letters: string, weight: number | 'wght') =>
  join(root, 'node_modules', face, 'files', `${basename(face)}-${letters}-${weight}-normal.woff2`);

const opened = new Map<string, Font>();

/** @param file WOFF2; fontkit reads its default instance, so a variable font gets its default weight */
export function openFont(file: string): Font {
  const known = opened.get(file);
  if (known) return known;
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} holds several fonts; expected one`);
  opened.set(file, font);
  return font;
}
