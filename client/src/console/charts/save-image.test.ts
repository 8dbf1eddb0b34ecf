import { expect, test } from 'vitest';
import { shown } from './save-image.ts';

test('a line of an image has nothing that XML forbids or that reverses the text around it', () => {
  expect(shown('a\u0001b\u202e\ud800c')).toBe('a\ufffdb\ufffd\ufffdc');
});
