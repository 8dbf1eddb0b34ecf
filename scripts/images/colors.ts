import { readFileSync } from 'node:fs';

/**
 * Converts an `oklch(L C H)` of the stylesheets to `#rrggbb`, the form that the SVG renderer knows. The matrices are
 * those of CSS Color 4, section 9.4. Colours outside sRGB are clipped.
 */
export function oklchToHex(color: string): string {
  const [l, c, h] = (/^oklch\(([\d. ]+)\)$/.exec(color)?.[1] ?? '').split(' ').map(Number);
  if (l === undefined || c === undefined || h === undefined) {
    throw new Error(`expected a colour such as oklch(0.8 0.1 50), got ${color}`);
  }
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${linear.map(channel).join('')}`;
}

function channel(linear: number): string {
  const gamma = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  const value = Math.round(Math.min(1, Math.max(0, gamma)) * 255);
  return value.toString(16).padStart(2, '0');
}

/** Reads the design's own colours by `--name`: one side of each `light-dark()` in the tokens. */
export function readTokens(file: string, scheme: 'light' | 'dark'): (name: string) => string {
  const css = readFileSync(file, 'utf8');
  const pairs = css.matchAll(/--([\w-]+): light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)/g);
  const tokens = new Map(
    [...pairs].map(([, name, light = '', dark = '']) => [name, scheme === 'dark' ? dark : light]),
  );
  return (name) => {
    const color = tokens.get(name);
    if (!color) throw new Error(`${file} has no --${name} with a ${scheme} half`);
    return oklchToHex(color);
  };
}
