import { expect, test } from 'vitest';
import { fontFile, openTypeFace } from './text-paths.ts';

const latin = fontFile('@fontsource/archivo', 'latin', 800);
const arabic = openTypeFace(
  [latin, fontFile('@fontsource/noto-sans-arabic', 'arabic', 800)],
  'rtl',
);
const devanagari = openTypeFace(
  [latin, fontFile('@fontsource/noto-sans-devanagari', 'devanagari', 800)],
  'ltr',
);
const size = 100;

/** Returns the places where the outlines of a path start, from left to right. */
const startsOf = (path: string) =>
  [...path.matchAll(/M(-?[\d.]+)/g)].map(([, x]) => Number(x)).sort((a, b) => a - b);

test('a character without a glyph fails the build', () => {
  expect(() => openTypeFace([latin], 'ltr').width('in 言語', { size })).toThrow(
    'no font has a glyph for “言” of “in 言語”',
  );
});

test('Arabic letters join: a word is narrower than its letters', () => {
  const width = (text: string) => arabic.width(text, { size });
  const letters = [...'للبث'].reduce((sum, letter) => sum + width(letter), 0);
  expect(width('للبث')).toBeLessThan(letters * 0.8);
});

test('Devanagari joins: a conjunct is one letter, not two with a sign between', () => {
  const outlines = (text: string) => devanagari.path(text, 0, 0, { size }).match(/M/g)?.length;
  expect(devanagari.width('क्ष', { size })).toBeLessThan(devanagari.width('कष', { size }));
  expect(outlines('क्ष')).not.toBe(outlines('क\u094d\u200cष'));
});

test('a right-to-left line begins at the right, and its numbers read from left to right', () => {
  const places = (text: string) => startsOf(arabic.path(text, 0, 0, { size }));
  const line = places('لغة 10');
  expect(Math.max(...line)).toBeLessThanOrEqual(0);
  // At its left end are the figures, as in Latin text.
  const figures = startsOf(openTypeFace([latin], 'ltr').path('10', 0, 0, { size }));
  const distances = (all: number[]) => all.slice(1, 3).map((x) => Math.round(x - (all[0] ?? 0)));
  expect(distances(line)).toEqual(distances(figures));
});
