import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fallbackFaces } from '../../client/src/styles/fallback-faces.ts';
import { root } from '../steps/run.mjs';
import { openFont } from './text-paths.ts';

const styles = join(root, 'client/src/styles');
const css = readFileSync(join(styles, 'fonts.css'), 'utf8') + fallbackFaces;
const rules = css.match(/@font-face \{[^}]*\}/g) ?? [];

/** Returns the descriptors of each fallback of a family, by name. */
const fallbacksOf = (family: string) =>
  rules
    .filter((rule) => rule.includes(`font-family: '${family} fallback';`))
    .map((rule) => {
      const descriptors = [...rule.matchAll(/([\w-]+):\s*([^;]+);/g)];
      return Object.fromEntries(descriptors.map(([, name = '', value = '']) => [name, value]));
    });

test.each([
  ['Archivo', ['700 800']],
  ['Instrument Sans', ['400 500', '600 700']],
])(
  'each weight of %s has a fallback in Arial, else Roboto, else DejaVu Sans',
  (family, weights) => {
    const found = fallbacksOf(family).map(({ src, ...face }) => {
      return `${face['font-weight']} ${/local\('(Arial|Roboto|DejaVu Sans)/.exec(src ?? '')?.[1]}`;
    });
    // The last face that the device has is used.
    const order = ['DejaVu Sans', 'Roboto', 'Arial'];
    expect(found).toEqual(weights.flatMap((weight) => order.map((name) => `${weight} ${name}`)));
  },
);

test.each(['Archivo', 'Instrument Sans', 'JetBrains Mono'])(
  'the lines of each fallback of %s are as high as its own',
  (family) => {
    const file = `fonts/${family.toLowerCase().replaceAll(' ', '-')}-latin.woff2`;
    const { ascent, descent, unitsPerEm } = openFont(join(styles, file));
    const faces = fallbacksOf(family);
    expect(faces).not.toHaveLength(0);
    for (const face of faces) {
      const size = Number.parseFloat(face['size-adjust'] ?? '100') / 100;
      const lineOf = (name: string) => (size * Number.parseFloat(face[name] ?? '100')) / 100;
      expect(lineOf('ascent-override'), face['src']).toBeCloseTo(ascent / unitsPerEm, 2);
      expect(lineOf('descent-override'), face['src']).toBeCloseTo(-descent / unitsPerEm, 2);
      expect(face['line-gap-override'], face['src']).toBe('0%');
    }
  },
);

test('the bold fallbacks also have the letters of a Cyrillic name', () => {
  const ranges = fallbacksOf('Instrument Sans').map((face) => face['unicode-range'] ?? '');
  const last = ranges.map((range) => Number.parseInt(/U\+0+-(\w+)/.exec(range)?.[1] ?? '', 16));
  for (const point of last) expect(point).toBeGreaterThanOrEqual('я'.charCodeAt(0));
});
