import { expect, test } from 'vitest';
import { loadWording } from './languages.ts';

const specs = import.meta.glob<string>('../../../../e2e/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const tests = Object.values(specs).join('\n');

/** Each claim of /accessibility, with what in the browser tests makes it true. */
const CHECKED_BY: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  axe: [
    "'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'",
    'on every page axe finds nothing',
    'axe finds nothing in the banner, the dialogs, the tabs, errors and toasts',
  ],
  contrast: [/colorScheme: 'light'.*\n.*\n.*colorScheme: 'dark', asked: ofColours/],
  size: [/smallControls\(page, 24\), .* at 1280 px/, /smallControls\(page, 44\), .* on a phone/],
  zoom: [
    /\.scrollWidth - [\s\S]{0,99} at 200 %/,
    /in each language .* does not scroll sideways with text of 200 %/,
  ],
  keyboard: [
    'by keyboard and screen reader through the question and the cookie settings',
    'the skip link is the first stop and leads past the header',
  ],
  colours: ['in forced colours controls keep their edges'],
  motion: ['a visitor who wants less motion sees nothing move'],
  script: ['and the words need no JavaScript'],
};

test('the accessibility statement claims what a browser test checks, and nothing else', async () => {
  const { tested } = await (await loadWording('en')).load('accessibility');
  expect(Object.keys(tested)).toEqual(Object.keys(CHECKED_BY));
  for (const [claim, expected] of Object.entries(CHECKED_BY)) {
    for (const each of expected) {
      expect.soft(tests, claim).toMatch(each);
    }
  }
});
