import { expect, test } from 'vitest';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from './waveform.ts';

test('a line always gets the same waveform, within its clip and its track', () => {
  const line = { text: 'One spoken line.', times: [10, 40, 60, 80] };
  const path = waveform(line);
  expect(waveform(line)).toBe(path);
  const bars = [...path.matchAll(/M(\d+) (\d+)v(\d+)/g)].map(([, ...bar]) => bar.map(Number));
  expect(bars.length).toBeGreaterThan(70);
  for (const [x = 0, y = 0, size = 0] of bars) {
    expect(Math.abs(x / TRACK_WIDTH - 0.45)).toBeLessThanOrEqual(0.35);
    expect(y + size).toBeLessThanOrEqual(TRACK_HEIGHT);
  }
});
