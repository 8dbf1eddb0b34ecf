export interface BrandGlyph {
  /** Pixels from the pen to the left edge of the mask, and to where the next letter begins. */
  left: number;
  advance: number;
  /** Pixels from the baseline up to the mask's first row. */
  top: number;
  width: number;
  /** How much of each pixel is inked, from 0 to 255, row by row, in Base64. */
  mask: string;
}

/** What the build knows of setting a brand in the pictures for shared links. The brand itself is known at the start. */
export interface BrandGlyphs {
  /** The place beside the logo: pixels from the side where reading begins, and from the top. */
  start: number;
  baseline: number;
  maxWidth: number;
  /** Six hexadecimal digits each, as the pictures' palettes have them. */
  ink: string;
  back: string;
  glyphs: Readonly<Record<string, BrandGlyph>>;
  /** By pairs of letters, pixels to add between them. */
  kerning: Readonly<Record<string, number>>;
}
