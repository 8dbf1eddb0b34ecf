import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeLicences, licences } from './licences.mjs';
import { root } from './run.mjs';

/** These require a notice at most. A font under the OFL may be served unchanged. */
const PERMISSIVE = [
  '(Apache-2.0 AND MIT)',
  '(BSD-2-Clause OR MIT OR Apache-2.0)',
  '(MIT OR WTFPL)',
  '(MPL-2.0 OR Apache-2.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT and ISC',
  'OFL-1.1',
  'Unlicense',
];

test('docs/licences.md lists what is shipped: node scripts/steps/licences.mjs updates it', () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(describeLicences());
});

test('no shipped package has a licence with conditions for the site', () => {
  expect([...licences()].filter((licence) => !PERMISSIVE.includes(licence))).toEqual([]);
});
