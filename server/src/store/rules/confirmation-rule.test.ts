import { expect, test } from 'vitest';
import { fits } from './confirmation-rule.ts';

test.each([
  [{}, true],
  [{ codeHash: 'other' }, false],
  [{ expiresAt: 5 }, false],
  [{ tries: 99 }, true],
  [{ tries: 100 }, false], // guessed by very many clients
])('of a code with %j it is %j that it fits', (change, expected) => {
  const code = { signupId: 's', codeHash: 'hash', tries: 0, expiresAt: 6, ...change };
  expect(fits(code, 'hash', 5)).toBe(expected);
});
