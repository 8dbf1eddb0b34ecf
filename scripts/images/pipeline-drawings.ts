import { alignments } from '../../client/src/site/content/dubbing-alignments.ts';
import {
  type DubbedLine,
  dubbedLines,
  originalLine,
  type SpokenLine,
  timelineTicks,
} from '../../client/src/site/content/dubbing-lines.ts';
import type { pipelineContent } from '../../client/src/site/content/structure/home.ts';
import { lipClosures, wordsOf } from '../../client/src/site/pages/home/line-timing.ts';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from '../../client/src/site/pages/home/waveform.ts';

type Stage = (typeof pipelineContent.stages)[number]['id'];

// A drawing is 400 × 112. Its colours are the page's tokens, so it follows the page's theme.
const INK = 'var(--ink)';
const FAINT = 'var(--ink-faint)';
const LINE = 'var(--line-strong)';
const LEFT = 10;
const WIDTH = 380;
/** The drawings show this part of the track, in percent. */
const FROM = 5;
const SHOWN = 84;

/** Returns a place on the track, in percent, as a place in the drawing. */
const x = (place: number) => round(LEFT + ((place - FROM) / SHOWN) * WIDTH);
const round = (number: number) => Math.round(number * 10) / 10;

/**
 * Draws what each stage does to the line, in each language: one SVG file, from which a page shows
 * `#analysis-de` and so on.
 */
export function drawPipeline(): string {
  const drawings = dubbedLines.flatMap((line) =>
    Object.entries(stages).map(
      ([stage, draw]) => `<g id="${stage}-${line.lang}">${draw(line).join('')}</g>`,
    ),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">${drawings.join('\n')}</svg>`;
}

const stages: Record<Stage, (line: DubbedLine) => string[]> = {
  analysis,
  translation,
  synthesis,
  mixing,
};

/** The words of the original with their times and lip closures; beneath them, the words of the dubbed line. */
function analysis(line: DubbedLine) {
  const words = wordsOf(originalLine);
  const ticks = timelineTicks.slice(1, -1);
  return [
    wave(originalLine, 6, 38, INK),
    stroke(words.map(({ start }) => `M${x(start)} 4v42`).join(''), LINE, 1),
    stroke(
      lipClosures(originalLine)
        .map((place) => `M${x(place)} 38v8`)
        .join(''),
      INK,
      3,
    ),
    ...words.map((word) => text(x(word.start) + 2, 60, word.text, { size: 11.5 })),
    ...wordsOf(line).map(({ start, end }) => {
      const width = round(x(end) - x(start) - 2);
      return `<rect x="${x(start)}" y="70" width="${width}" height="12" fill="${LINE}"/>`;
    }),
    stroke(
      lipClosures(line)
        .map((place) => `M${x(place)} 70v12`)
        .join(''),
      INK,
      3,
    ),
    ...ticks.map((tick, index) =>
      text(x(((index + 1) / 6) * 100) + 4, 104, tick, { size: 10, fill: FAINT, face: 'mono' }),
    ),
    stroke(ticks.map((_, index) => `M${x(((index + 1) / 6) * 100)} 90v18`).join(''), LINE, 1),
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
    line.dir === 'rtl' ? to.map(({ middle, ...word }) => ({ ...word, middle: 400 - middle })) : to;
  const language = { lang: line.lang, anchor: 'middle' as const };
  return [
    ...from.map((word) =>
      text(word.middle, 20, word.text, { size: 14, fill: FAINT, anchor: 'middle' }),
    ),
    stroke(
      pairs
        .map(([source, goal]) => {
          const [start, end] = [from[source]?.middle ?? 0, target[goal]?.middle ?? 0];
          return `M${start} 27C${start} 42 ${end} 38 ${end} 53`;
        })
        .join(''),
      INK,
      1.25,
    ),
    ...target.map((word) =>
      text(word.middle, 71, word.text, { size: 16, weight: 600, ...language }),
    ),
    text(200, 99, literal, { size: 14, fill: FAINT, isStruck: true, ...language }),
  ];
}

interface Place {
  text: string;
  middle: number;
}

/** Sets words beside each other, in the middle of the drawing. Each gets about the room that it needs. */
function spread(words: readonly string[]): Place[] {
  const room = words.map((word) => 7 + [...word].reduce((sum, letter) => sum + widthOf(letter), 0));
  let at = (400 - room.reduce((sum, width) => sum + width, 0)) / 2;
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
    wave(line, 22, 78, 'var(--line)'),
    stroke(melody(originalLine, 0), FAINT, 1.5, ' stroke-dasharray="3 4"'),
    stroke(melody(line, 5), INK, 2.5),
    text(4, 16, originalLine.lang.toUpperCase(), { size: 10, fill: FAINT, face: 'mono' }),
    text(4, 104, line.lang.toUpperCase(), { size: 10, face: 'mono' }),
  ];
}

/** Returns a curve through the words: the voice rises towards "hear" and "finally", and falls at the end of both halves. */
function melody(line: SpokenLine, lower: number) {
  const words = wordsOf(line);
  const points = words.map(({ text: word, start, end }, index) => {
    const along = (index + 0.5) / words.length;
    const emphasis = Math.sin(along * Math.PI * 4 - 0.6) * 22 * (1 - along * 0.35);
    const own = ((word.codePointAt(0) ?? 0) % 7) - 3;
    return [x((start + end) / 2), round(48 + along * 14 - emphasis + own + lower)] as const;
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
  const [start, end] = [x(line.times[0] ?? 0), x(line.times.at(-1) ?? 0)];
  const step = (high: number, low: number) =>
    `M${LEFT} ${high}H${start - 4}L${start + 8} ${low}H${end - 8}L${Math.min(end + 4, 388)} ${high}H390`;
  const even = (words: string) => ({ text: words, times: [5, 18, 31, 44, 57, 70, 89] });
  return [
    wave(line, 6, 30, INK),
    wave(even('music under the voice quite softly'), 43, 28, LINE),
    wave(even('steps. door. street. rain. keys. light'), 78, 28, LINE),
    stroke(step(32, 11), INK, 1.5),
    stroke(step(47, 63), INK, 1.5),
    stroke(step(84, 98), INK, 1.5),
  ];
}

function wave(line: Pick<SpokenLine, 'text' | 'times'>, y: number, height: number, color: string) {
  const scale = [(WIDTH / SHOWN) * (100 / TRACK_WIDTH), height / TRACK_HEIGHT].map(round3);
  return `<path transform="translate(${x(0)} ${y}) scale(${scale.join(' ')})" d="${waveform(line)}" stroke="${color}" stroke-width="4"/>`;
}
const round3 = (number: number) => Math.round(number * 1000) / 1000;

const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${more}/>`;

interface TextLook {
  size: number;
  fill?: string;
  weight?: number;
  face?: 'mono';
  anchor?: 'middle';
  lang?: string;
  isStruck?: boolean;
}

function text(left: number, baseline: number, words: string, look: TextLook) {
  const { size, fill = INK, weight, face, anchor, lang, isStruck } = look;
  const attributes = {
    x: left,
    y: baseline,
    'font-size': size,
    fill,
    'font-weight': weight,
    'font-family': face && `var(--font-${face})`,
    'text-anchor': anchor,
    'xml:lang': lang,
    'text-decoration': isStruck ? 'line-through' : undefined,
  };
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`);
  return `<text${written.join('')}>${words}</text>`;
}
