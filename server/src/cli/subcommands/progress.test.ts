import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function open(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, clock, progress: createProgress(stream, () => clock.now) };
}

test('on a terminal the progress is redrawn in place, and removed at the end', () => {
  const { written, clock, progress } = open(true);
  progress.show(1, 100);
  expect(written).toEqual([]);
  clock.now = 100;
  progress.show(50, 100);
  expect(written).toEqual([`\r${'█'.repeat(15)}${'░'.repeat(15)}  50 %`]);
  progress.show(51, 100);
  expect(written).toHaveLength(1);
  progress.clear();
  progress.clear();
  expect(written.slice(1)).toEqual(['\r\x1b[K']);
});

test('nothing is written anywhere else', () => {
  const { written, clock, progress } = open(false);
  clock.now = 1000;
  progress.show(1, 2);
  progress.clear();
  expect(written).toEqual([]);
});
