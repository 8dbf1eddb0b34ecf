import { expect, test } from 'vitest';
import { dateIn } from './identity.ts';

test.each([
  ['de', '2025-06-15', '15. Juni 2025'],
  ['ja', '2025-06-15', '2025年6月15日'],
  // No date.
  ['de', '06.07.2025', '06.07.2025'],
] as const)('in %s, %s is written %s', (language, date, written) => {
  expect(dateIn(language, date)).toBe(written);
});
