/** How wide each family is, in percent of what devices have, by weight: DejaVu Sans (Linux), Roboto (Android), Arial. */
const WIDTHS = [
  ['Archivo', '700 800', [86.7, 108.7, 102.9]],
  ['Instrument Sans', '400 500', [90.2, 101.9, 101.2]],
  ['Instrument Sans', '600 700', [85.6, 104.4, 98.6]],
] as const;

/** How far the lines of each family go above and below the baseline, in percent of its size. */
const LINES = { Archivo: [87.8, 21], 'Instrument Sans': [97, 25] } as const;

const REGULAR = [['DejaVu Sans'], ['Roboto-Regular'], ['Arial', 'ArialMT', 'Liberation Sans']];
const BOLD = [
  ['DejaVu Sans Bold'],
  ['Roboto-Bold', 'Roboto-Regular'],
  ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
];

/**
 * The styles of the fallbacks for Latin text, and for names in Greek and Cyrillic, which a browser would else draw in regular
 * weight where 600 is asked for. They have the metrics of each font, so that the swap moves nothing. Of one
 * weight, the last one that a device has is used: Arial, else Roboto, else DejaVu Sans.
 */
export const fallbackFaces = WIDTHS.flatMap(([family, weight, widths]) =>
  widths.map((width, device) => {
    const names = (weight === '400 500' ? REGULAR : BOLD)[device] ?? [];
    const [ascent, descent] = LINES[family].map((line) => ((line / width) * 100).toFixed(1));
    return `@font-face {
  font-family: '${family} fallback';
  unicode-range: U+0000-052F, U+2000-206F, U+20AC;
  font-weight: ${weight};
  src: ${names.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${width}%;
  ascent-override: ${ascent}%;
  descent-override: ${descent}%;
  line-gap-override: 0%;
}`;
  }),
).join('\n');
