import { readFileSync } from 'node:fs';
import { create } from 'fontkit';

export interface TextStyle {
  /** Pixels. */
  size: number;
  /** Letter-spacing in em. */
  tracking?: number;
}

/** Sets text as outlines, so that the building machine needs no fonts. */
export interface TypeFace {
  width(text: string, style: TextStyle): number;
  /** Returns SVG path data. `x` is where the ink of the first letter begins, `y` the baseline. */
  path(text: string, x: number, y: number, style: TextStyle): string;
}

/** @param file WOFF2; fontkit reads its default instance, so a variable font gets its default weight */
export function openTypeFace(file: string): TypeFace {
  const font = create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} holds several fonts; expected one`);
  const lay = (text: string, { size, tracking = 0 }: TextStyle) => {
    const { glyphs, positions } = font.layout(text);
    const scale = size / font.unitsPerEm;
    let pen = 0;
    const placed = glyphs.map((glyph, index) => {
      const at = pen + (positions[index]?.xOffset ?? 0) * scale;
      pen += (positions[index]?.xAdvance ?? 0) * scale + tracking * size;
      return { glyph, at };
    });
    return { placed, scale, width: pen - tracking * size };
  };
  return {
    width: (text, style) => lay(text, style).width,
    path(text, x, y, style) {
      const { placed, scale } = lay(text, style);
      const bearing = (placed[0]?.glyph.bbox.minX ?? 0) * scale;
      return placed
        .map(({ glyph, at }) =>
          glyph.path
            .scale(scale, -scale)
            .translate(x + at - bearing, y)
            .toSVG(),
        )
        .join('');
    },
  };
}
