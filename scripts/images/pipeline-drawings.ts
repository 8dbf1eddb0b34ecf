import { alignments } from '../../client/src/site/content/dubbing-alignments.ts';
import {
  type DubbedLine,
  dubbedLines,
  originalLine,
  type SpokenLine,
  timelineTicks,
} from '../../client/src/site/content/dubbing-lines.ts';
import type drawings from '../../client/src/site/content/en/drawings.json';
import type { pipelineContent } from '../../client/src/site/content/structure/home.ts';
import { lipClosures, wordsOf } from '../../client/src/site/pages/home/line-timing.ts';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from '../../client/src/site/pages/home/waveform.ts';
import { FAINT, INK, LINE, round, stroke, text } from './svg-parts.ts';

type Stage = (typeof pipelineContent.stages)[number]['id'];

// A drawing is 400 × 136. Its colours are the page's tokens, so it follows the page's theme.
/** The drawings show this part of the track, in percent. */
const FROM = 5;
const SHOWN = 84;

/** Returns what turns a place on the track, in percent, into a place in the drawing. */
const lane = (left: number, width: number) => {
  const at = (place: number) => round(left + ((place - FROM) / SHOWN) * width);
  return Object.assign(at, { left, width });
};
type Lane = ReturnType<typeof lane>;
const WHOLE = lane(10, 380);
/** Beside the names of its parts. */
const NAMED = lane(104, 286);
const NAME = { size: 12.5, fill: FAINT };

/** The names of the parts of each drawing, in the language of a page. */
export type PartNames = Pick<typeof drawings, Stage>;

/**
 * Draws what each stage does to the line, in each language: one SVG file, from which a page shows `#analysis-de`,
 * under the names of its parts in its own language, `#analysis-parts-en`. The drawings of the benefits are in it, too.
 *
 * @param names by the language of the page
 * @param benefits the drawings of the benefits: an SVG with a group on each line
 */
export function drawPipeline(names: ReadonlyMap<string, PartNames>, benefits: string): string {
  const drawings = dubbedLines.flatMap((line) =>
    Object.entries(stages).map(([stage, draw]) => group(`${stage}-${line.lang}`, draw(line))),
  );
  const parts = [...names].flatMap(([language, own]) =>
    Object.entries(nameParts(own)).map(([stage, drawn]) =>
      group(`${stage}-parts-${language}`, drawn),
    ),
  );
  const all = [...drawings, ...parts, ...(benefits.match(/<g .*<\/g>/g) ?? [])];
  return `<svg xmlns="http://www.w3.org/2000/svg">${all.join('\n')}</svg>`;
}

const group = (id: string, drawn: readonly string[]) => `<g id="${id}">${drawn.join('')}</g>`;

/** Sets each name beside its part, with a sample of the line where a part is a line. */
function nameParts({ analysis, translation, synthesis, mixing }: PartNames) {
  const name = (words: string, baseline: number) => text(10, baseline, words, NAME);
  return {
    analysis: [
      name(analysis.voice, 15),
      text(380, 15, analysis.lips, { ...NAME, anchor: 'end' }),
      stroke('M387 5v11', INK, 3),
      name(analysis.times, 93),
    ],
    translation: [
      name(translation.original, 31),
      name(translation.spoken, 90),
      name(translation.literal, 120),
    ],
    synthesis: [
      name(synthesis.original, 32),
      stroke('M10 42h44', FAINT, 1.5, ' stroke-dasharray="3 4"'),
      name(synthesis.melody, 70),
      stroke('M10 80h44', INK, 2.5),
      name(synthesis.voice, 108),
    ],
    mixing: [
      name(mixing.voice, 25),
      name(mixing.music, 61),
      name(mixing.effects, 97),
      name(mixing.level, 127),
      stroke('M104 123h44', INK, 1.5),
    ],
  } satisfies Record<Stage, string[]>;
}

const stages: Record<Stage, (line: DubbedLine) => string[]> = {
  analysis,
  translation,
  synthesis,
  mixing,
};

/** The words of the original with their times and lip closures; beneath them, the words of the dubbed line. */
function analysis(line: DubbedLine) {
  const x = WHOLE;
  const words = wordsOf(originalLine);
  const ticks = timelineTicks.slice(1, -1);
  const lips = (spoken: SpokenLine, from: string) =>
    stroke(
      lipClosures(spoken)
        .map((place) => `M${x(place)} ${from}`)
        .join(''),
      INK,
      3,
    );
  return [
    wave(originalLine, 22, 36, INK),
    stroke(words.map(({ start }) => `M${x(start)} 21v40`).join(''), LINE, 1),
    lips(originalLine, '53v8'),
    ...words.map((word) => text(x(word.start) + 2, 74, word.text, { size: 11.5 })),
    ...wordsOf(line).map(({ start, end }) => {
      const width = round(x(end) - x(start) - 2);
      return `<rect x="${x(start)}" y="99" width="${width}" height="12" fill="${LINE}"/>`;
    }),
    lips(line, '99v12'),
    ...ticks.map((tick, index) =>
      text(x(((index + 1) / 6) * 100) + 4, 130, tick, { size: 10, fill: FAINT, face: 'mono' }),
    ),
    stroke(ticks.map((_, index) => `M${x(((index + 1) / 6) * 100)} 118v14`).join(''), LINE, 1),
  ];
}

/** Which word of the original becomes which; the literal translation is struck out. */
function translation(line: DubbedLine) {
  const { literal, pairs } = alignments[line.lang];
  const [from, to] = [originalLine, line].map(({ text: whole, times }) => {
    const clause = whole.split(/[:。]/)[0] ?? '';
    return spread(wordsOf({ text: clause, times }).map((word) => word.text));
  }) as [Place[], Place[]];
  const target =
    line.dir === 'rtl'
      ? to.map(({ middle, ...word }) => ({ ...word, middle: 2 * MIDDLE - middle }))
      : to;
  const language = { lang: line.lang, anchor: 'middle' as const };
  return [
    ...from.map((word) =>
      text(word.middle, 31, word.text, { size: 14, fill: FAINT, anchor: 'middle' }),
    ),
    stroke(
      pairs
        .map(([source, goal]) => {
          const [start, end] = [from[source]?.middle ?? 0, target[goal]?.middle ?? 0];
          return `M${start} 40C${start} 57 ${end} 53 ${end} 70`;
        })
        .join(''),
      INK,
      1.25,
    ),
    ...target.map((word) =>
      text(word.middle, 90, word.text, { size: 16, weight: 600, ...language }),
    ),
    text(MIDDLE, 120, literal, { size: 14, fill: FAINT, isStruck: true, ...language }),
  ];
}

interface Place {
  text: string;
  middle: number;
}

/** The middle of the words. */
const MIDDLE = 246;

/** Sets words beside each other, around the middle. Each gets about the room that it needs. */
function spread(words: readonly string[]): Place[] {
  const room = words.map((word) => 7 + [...word].reduce((sum, letter) => sum + widthOf(letter), 0));
  let at = MIDDLE - room.reduce((sum, width) => sum + width, 0) / 2;
  return words.map((word, index) => {
    const width = room[index] ?? 0;
    at += width;
    return { text: word, middle: round(at - width / 2) };
  });
}

/** Estimates the width of a letter of the chosen words, in the drawing. */
function widthOf(letter: string): number {
  if (/\p{M}/u.test(letter)) return 2;
  if (/[’'ijl]/.test(letter)) return 4.2;
  if (/\p{Script=Devanagari}/u.test(letter)) return 11;
  if (/\p{Script=Han}|\p{Script=Hiragana}/u.test(letter)) return 16;
  if (/[ftr]/.test(letter)) return 6;
  return /[mwMDOS]/.test(letter) ? 13 : 9.2;
}

/** The melody of the original voice (dashed), and of the new one that follows it in its own time. */
function synthesis(line: DubbedLine) {
  return [
    wave(line, 22, 92, 'var(--line)', NAMED),
    stroke(melody(originalLine, 6), FAINT, 1.5, ' stroke-dasharray="3 4"'),
    stroke(melody(line, 12), INK, 2.5),
  ];
}

/** Returns a curve through the words: the voice rises towards "hear" and "finally", and falls at the end of both halves. */
function melody(line: SpokenLine, lower: number) {
  const words = wordsOf(line);
  const points = words.map(({ text: word, start, end }, index) => {
    const along = (index + 0.5) / words.length;
    const emphasis = Math.sin(along * Math.PI * 4 - 0.6) * 22 * (1 - along * 0.35);
    const own = ((word.codePointAt(0) ?? 0) % 7) - 3;
    return [NAMED((start + end) / 2), round(48 + along * 14 - emphasis + own + lower)] as const;
  });
  return points
    .map(([left, top], index) => {
      const before = points[index - 1];
      if (!before) return `M${left} ${top}`;
      const middle = round((before[0] + left) / 2);
      return `C${middle} ${before[1]} ${middle} ${top} ${left} ${top}`;
    })
    .join('');
}

/** The new voice, music and effects, each with its fader: the others step back while somebody speaks. */
function mixing(line: DubbedLine) {
  const [start, end] = [NAMED(line.times[0] ?? 0), NAMED(line.times.at(-1) ?? 0)];
  const step = (high: number, low: number) =>
    `M${NAMED.left} ${high}H${start - 4}L${start + 8} ${low}H${end - 8}L${Math.min(end + 4, 388)} ${high}H390`;
  const even = (words: string) => ({ text: words, times: [5, 18, 31, 44, 57, 70, 89] });
  return [
    wave(line, 6, 30, INK, NAMED),
    wave(even('music under the voice quite softly'), 43, 28, LINE, NAMED),
    wave(even('steps. door. street. rain. keys. light'), 78, 28, LINE, NAMED),
    stroke(step(32, 11), INK, 1.5),
    stroke(step(47, 63), INK, 1.5),
    stroke(step(84, 98), INK, 1.5),
  ];
}

function wave(
  line: Pick<SpokenLine, 'text' | 'times'>,
  y: number,
  height: number,
  color: string,
  x: Lane = WHOLE,
) {
  const scale = [(x.width / SHOWN) * (100 / TRACK_WIDTH), height / TRACK_HEIGHT].map(round3);
  return `<path transform="translate(${x(0)} ${y}) scale(${scale.join(' ')})" d="${waveform(line)}" stroke="${color}" stroke-width="4"/>`;
}
const round3 = (number: number) => Math.round(number * 1000) / 1000;
