import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../steps/run.mjs';
import { openFont } from './text-paths.ts';

const styles = join(root, 'client/src/styles');
/** Each @font-face of a fallback: its family, and its descriptors by name. */
const fallbacks = [
  ...readFileSync(join(styles, 'fonts.css'), 'utf8').matchAll(/@font-face \{[^}]*\}/g),
]
  .map(
    ([rule]) =>
      new Map(
        [...rule.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      ),
  )
  .filter((face) => face.get('font-family')?.endsWith(" fallback'"));
const percent = (face: Map<string, string>, name: string) =>
  Number.parseFloat(face.get(name) ?? '100') / 100;

test.each([
  ['Archivo', ['700', '800']],
  ['Instrument Sans', ['400 500', '600 700']],
])(
  'each weight of %s has a fallback in Arial, else Roboto, else DejaVu Sans',
  (family, weights) => {
    const faces = fallbacks.filter((face) => face.get('font-family') === `'${family} fallback'`);
    // The last face that the device has is used.
    const order = ['DejaVu Sans', 'Roboto', 'Arial'];
    const sources = faces.map((face) => [face.get('font-weight'), face.get('src')]);
    expect(sources).toEqual(
      weights.flatMap((weight) =>
        order.map((name) => [weight, expect.stringContaining(`local('${name}`)]),
      ),
    );
  },
);

test.each(['Archivo', 'Instrument Sans', 'JetBrains Mono'])(
  'the lines of each fallback of %s are as high as its own',
  (family) => {
    const file = `fonts/${family.toLowerCase().replaceAll(' ', '-')}-latin.woff2`;
    const font = openFont(join(styles, file));
    const faces = fallbacks.filter((face) => face.get('font-family') === `'${family} fallback'`);
    expect(faces).not.toHaveLength(0);
    for (const face of faces) {
      const size = percent(face, 'size-adjust');
      const where = `${face.get('src')}`;
      expect(size * percent(face, 'ascent-override'), where).toBeCloseTo(
        font.ascent / font.unitsPerEm,
        2,
      );
      expect(size * percent(face, 'descent-override'), where).toBeCloseTo(
        -font.descent / font.unitsPerEm,
        2,
      );
      expect(face.get('line-gap-override'), where).toBe('0%');
    }
  },
);
