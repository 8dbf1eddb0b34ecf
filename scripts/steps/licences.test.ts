import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';

/** These require a notice at most. A font under the OFL may be served unchanged. */
const PERMISSIVE = [
  '(Apache-2.0 AND MIT)',
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
  'OFL-1.1',
  'Unlicense',
];

test.each(['client', 'ssr', 'server'])(
  'each package in the build of %s has its licence listed, and none has conditions for the site',
  (build) => {
    const file = join(root, 'dist', build, '.vite/license.md');
    expect(existsSync(file)).toBe(true);
    const found = [...readFileSync(file, 'utf8').matchAll(/^## .+ \((.+)\)$/gm)];
    expect(found.length).toBeGreaterThan(2);
    expect(
      found.map(([, licence = '']) => licence).filter((one) => !PERMISSIVE.includes(one)),
    ).toEqual([]);
  },
);
