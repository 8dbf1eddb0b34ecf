import { expect, test } from 'vitest';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from './waveform.ts';

test('a line always gets the same waveform, within its clip and its track', () => {
  const path = waveform('One spoken line.', 10, 80);
  expect(waveform('One spoken line.', 10, 80)).toBe(path);
  expect(waveform('Another line.', 10, 80)).not.toBe(path);
  for (const [, x, y, size] of path.matchAll(/M(\d+) (\d+)v(\d+)/g)) {
    expect(Number(x)).toBeGreaterThan(TRACK_WIDTH * 0.1);
    expect(Number(x)).toBeLessThan(TRACK_WIDTH * 0.8);
    expect(Number(y) + Number(size)).toBeLessThanOrEqual(TRACK_HEIGHT);
  }
});
