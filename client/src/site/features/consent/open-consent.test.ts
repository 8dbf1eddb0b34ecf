import { expect, test, vi } from 'vitest';
import { uuidPattern } from '#shared/uuid';
import { newId } from './open-consent.ts';

test('an id is a UUID, also on a page whose clock returns fractions', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000.75);
  expect(newId()).toMatch(uuidPattern);
  clock.mockRestore();
});
