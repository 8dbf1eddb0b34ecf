import { expect, test } from 'vitest';
import { dateIn } from './identity.ts';

test.each(['June 15, 2025', '15 June 2025'])('%s is written as each language writes it', (date) => {
  expect(dateIn('de', date)).toBe('15. Juni 2025');
  expect(dateIn('ja', date)).toBe('2025年6月15日');
});

test.each(['06.07.2025', '1/2/2025', 'Version 3', 'June 2025', 'June 31, 2025', 'soon'])(
  '%s is no English date with one meaning, so it stays as it is',
  (text) => {
    expect(dateIn('de', text)).toBe(text);
  },
);
