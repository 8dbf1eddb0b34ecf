import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROGRAMS } from './with-site.ts';

// Benchmarks are not part of `npm test`, and a program that had moved was missed for weeks.
test('every program that a benchmark starts is there', () => {
  expect(Object.values(PROGRAMS).filter((args) => !existsSync(args.at(-1) ?? ''))).toEqual([]);
});
