import { expect, test } from 'vitest';
import { uuidv7 } from './uuid.ts';

test('a version 7 id starts with its time, and contains version and variant', () => {
  const id = uuidv7(0x017f22e279b0, new Uint8Array(10).fill(0xff));
  expect(id).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff');
  expect(uuidv7(1, new Uint8Array(10))).toBe('00000000-0001-7000-8000-000000000000');
});
