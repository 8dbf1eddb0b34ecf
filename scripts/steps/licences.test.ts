import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeLicences, licences } from './licences.mjs';
import { root } from './run.mjs';

/** They ask for a notice at most; a font under the OFL may be served as it is. */
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
  'ISC',
  'MIT',
  'MIT and ISC',
  'OFL-1.1',
  'Unlicense',
];

test('docs/licences.md lists what is shipped: node scripts/steps/licences.mjs writes it anew', () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(describeLicences());
});

test('nothing that is shipped has a licence with conditions on the site', () => {
  expect([...licences()].filter((licence) => !PERMISSIVE.includes(licence))).toEqual([]);
});
