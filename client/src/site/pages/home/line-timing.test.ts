import { expect, test } from 'vitest';
import { DUB_LANGUAGES } from '#shared/dub-languages';
import { dubbedLines, originalLine } from '../../content/dubbing-lines.ts';
import { lipClosures, timecodeAt, timedWordsOf } from './line-timing.ts';

test('every line has a time for each of its words, in order and within the track', () => {
  for (const line of [originalLine, ...dubbedLines]) {
    const words = timedWordsOf(line);
    expect(line.times, line.lang).toHaveLength(words.length + 1);
    expect([...line.times].sort((a, b) => a - b)).toEqual(line.times);
    expect(words[0]?.start).toBeGreaterThan(0);
    expect(words.at(-1)?.end).toBeLessThan(100);
  }
});

test('a recording can be supplied for exactly the languages of the timeline', () => {
  expect(dubbedLines.map(({ lang }) => lang)).toEqual([...DUB_LANGUAGES]);
});

test.each([
  ['Come home.', [10, 30, 50], [20, 38]],
  ['Stimme', [0, 60], [30]],
  ['मेरी बात', [0, 40, 80], [0, 40]],
  ['聞けば', [0, 30], [20]],
  ['دين', [0, 30], []],
])('in %s the lips close at m, b and p, and once at a double letter', (text, times, expected) => {
  expect(lipClosures({ text, times })).toEqual(expected);
});

test('the timecode counts 25 frames a second from ten seconds on', () => {
  const timecodes = [0, 46, 100].map(timecodeAt);
  expect(timecodes).toEqual(['00:00:10:00', '00:00:12:19', '00:00:16:00']);
});
