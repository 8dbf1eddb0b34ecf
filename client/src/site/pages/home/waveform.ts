import type { SpokenLine } from '../../content/dubbing-lines.ts';
import { timedWordsOf } from './line-timing.ts';

/** The number of bars on a full track. A clip shows those between its in and out points. */
const TRACK_BARS = 110;
const BAR = 10;
export const TRACK_WIDTH = TRACK_BARS * BAR;
export const TRACK_HEIGHT = 40;

/**
 * Returns an SVG path of a spoken line's loudness: vowels are loud, consonants softer, and words end in a short pause.
 * The same line always returns the same path, on the server and in the browser.
 */
export function waveform(line: Pick<SpokenLine, 'text' | 'times'>): string {
  const random = pseudoRandom(line.text);
  let path = '';
  for (const { text, start, end } of timedWordsOf(line)) {
    const letters = [...text, ' '];
    const first = Math.ceil((start / 100) * TRACK_BARS);
    const last = (end / 100) * TRACK_BARS;
    for (let bar = first; bar < last; bar++) {
      const at = ((bar - first) / (last - first)) * (letters.length - 1);
      const near = letters[Math.floor(at)] ?? ' ';
      const next = letters[Math.ceil(at)] ?? ' ';
      const mix = at % 1;
      const level = (loudness(near) * (1 - mix) + loudness(next) * mix) * (0.7 + 0.5 * random());
      const size = Math.max(2, Math.round(Math.min(level, 0.92) * TRACK_HEIGHT));
      path += `M${bar * BAR} ${Math.round((TRACK_HEIGHT - size) / 2)}v${size}`;
    }
  }
  return path;
}

function loudness(letter: string): number {
  if (/[\s\p{P}]/u.test(letter)) return 0.06;
  if (/[aeiouäöüáéíóúàèêâôãõ]/iu.test(letter)) return 0.82;
  // Scripts whose letters stand for syllables, or that omit vowels, have no such contrast.
  return /\p{Script=Latin}/u.test(letter) ? 0.4 : 0.25 + ((letter.codePointAt(0) ?? 0) % 7) / 11;
}

/** mulberry32, seeded with the text. */
function pseudoRandom(seed: string): () => number {
  let state = 7;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
