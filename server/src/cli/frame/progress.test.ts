import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function open(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, clock, progress: createProgress(stream, () => clock.now) };
}

test('progress is redrawn in place on a terminal and removed at the end, and written nowhere else', () => {
  for (const isTTY of [true, false]) {
    const { written, clock, progress } = open(isTTY);
    progress.show(1, 100);
    expect(written).toEqual([]);
    clock.now = 100;
    for (const done of [50, 51]) progress.show(done, 100);
    for (let ends = 0; ends < 2; ends++) progress.clear();
    const bar = `\r${'█'.repeat(15)}${'░'.repeat(15)}  50 %`;
    expect(written).toEqual(isTTY ? [bar, '\r\x1b[K'] : []);
  }
});
