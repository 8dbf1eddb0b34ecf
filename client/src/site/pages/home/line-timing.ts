import type { SpokenLine } from '../../content/dubbing-lines.ts';

/** How long the whole track is. */
export const TRACK_MS = 6_000;
/** Where the playhead rests before anybody presses Play, in percent of the track: as in timeline.module.css. */
export const RESTING_AT = 46;

const FRAMES_PER_SECOND = 25;
export const FRAME_MS = 1000 / FRAMES_PER_SECOND;
/** The track begins ten seconds into the film. */
const FIRST_FRAME = 10 * FRAMES_PER_SECOND;

export interface TimedWord {
  text: string;
  /** Where the word begins in the line's text. */
  index: number;
  /** In percent of the track. */
  start: number;
  end: number;
}

export const timedWordsOf = ({ text, times }: Pick<SpokenLine, 'text' | 'times'>): TimedWord[] =>
  [...text.matchAll(/[^ \n\u200b]+/g)].map((match, at) => ({
    text: match[0],
    index: match.index,
    start: times[at] ?? 0,
    end: times[at + 1] ?? 0,
  }));

/** Returns when the speaker's lips close for m, b or p, in percent of the track. Doubled letters close them once. */
export const lipClosures = (line: Pick<SpokenLine, 'text' | 'times'>): number[] =>
  timedWordsOf(line).flatMap(({ text, start, end }) =>
    [...text.matchAll(/[mbpबमपभफمبば]+/giu)].map(
      ({ index }) => start + ((end - start) * index) / text.length,
    ),
  );

/** @param place in percent of the track */
export function timecodeAt(place: number): string {
  const seconds = TRACK_MS / 1000;
  const frames = FIRST_FRAME + Math.floor((place / 100) * seconds * FRAMES_PER_SECOND);
  const digits = (number: number) => String(Math.floor(number)).padStart(2, '0');
  return `00:00:${digits(frames / FRAMES_PER_SECOND)}:${digits(frames % FRAMES_PER_SECOND)}`;
}
