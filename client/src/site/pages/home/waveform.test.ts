import { expect, test } from 'vitest';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from './waveform.ts';

const line = (text: string) => ({ text, times: [10, 40, 60, 80] });

test('a line always gets the same waveform, within its clip and its track', () => {
  const path = waveform(line('One spoken line.'));
  expect(waveform(line('One spoken line.'))).toBe(path);
  expect(waveform(line('Another spoken line.'))).not.toBe(path);
  const bars = [...path.matchAll(/M(\d+) (\d+)v(\d+)/g)].map(([, ...bar]) => bar.map(Number));
  expect(bars.length).toBeGreaterThan(70);
  for (const [x = 0, y = 0, size = 0] of bars) {
    expect(x).toBeGreaterThanOrEqual(TRACK_WIDTH * 0.1);
    expect(x).toBeLessThan(TRACK_WIDTH * 0.8);
    expect(y + size).toBeLessThanOrEqual(TRACK_HEIGHT);
  }
});
