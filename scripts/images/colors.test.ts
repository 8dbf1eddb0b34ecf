import { join } from 'node:path';
import { expect, test } from 'vitest';
import { themeColors } from '../../client/src/site/seo/theme-colors.ts';
import { root } from '../steps/run.mjs';
import { oklchToHex, readTokens } from './colors.ts';

const tokens = join(root, 'client/src/styles/tokens.css');

test('oklch becomes the same sRGB colour as in browsers', () => {
  expect(oklchToHex('oklch(0 0 0)')).toBe('#000000');
  expect(oklchToHex('oklch(1 0 0)')).toBe('#ffffff');
  expect(oklchToHex('oklch(0.627955 0.257683 29.2339)')).toBe('#ff0000');
  expect(() => oklchToHex('red')).toThrow(/got red/);
});

test('the design’s own colours are read, and a missing name is an error', () => {
  const color = readTokens(tokens, 'dark');
  expect(color('on-air')).toMatch(/^#[0-9a-f]{6}$/);
  expect(() => color('purple')).toThrow(/no --purple/);
});

test('the browser’s frame has the colour of the page', () => {
  for (const scheme of ['light', 'dark'] as const) {
    expect(readTokens(tokens, scheme)('paper')).toBe(themeColors[scheme]);
  }
});
