import { expect, test } from 'vitest';
import { dateIn } from './identity.ts';

test('a date is written as each language writes it', () => {
  expect(dateIn('en', '2025-06-15')).toBe('June 15, 2025');
  expect(dateIn('de', '2025-06-15')).toBe('15. Juni 2025');
  expect(dateIn('ja', '2025-06-15')).toBe('2025年6月15日');
});

test('a text that is no date stays as it is', () => {
  expect(dateIn('de', '06.07.2025')).toBe('06.07.2025');
});
