import type { benefitsContent } from '../../client/src/site/content/structure/home.ts';
import { FAINT, INK, LINE, round, stroke, text } from './svg-parts.ts';

type Benefit = (typeof benefitsContent.benefits)[number]['id'];

// A drawing is 240 × 64. The two signals mean what they mean on the buttons: green is ready, orange is on air.
const READY = 'var(--standby-text)';
const ON_AIR = 'var(--on-air-text)';

export const drawBenefits = (): Record<Benefit, string[]> => ({ quality, feeling, culture, scale });

const box = (x: number, y: number, width: number, height: number, look: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${look}/>`;

/** The level of a finished mix, left and right: it reaches the line for broadcasts, and does not pass it. */
const quality = [
  ...[
    [14, 22],
    [38, 23],
  ].flatMap(([y = 0, lit = 0]) =>
    Array.from({ length: 30 }, (_, index) =>
      box(
        index * 8,
        y,
        5,
        14,
        index >= lit ? `fill="${LINE}" opacity=".45"` : `fill="${index < 20 ? READY : ON_AIR}"`,
      ),
    ),
  ),
  stroke('M189.5 4v58', FAINT, 1.5),
];

/** A whisper and a laugh: the dubbed voice beneath is as quiet and as loud as the original. */
const loudness = [2, 3, 2, 4, 3, 5, 3, 2, 0, 0, 6, 12, 22, 28, 20, 26, 16, 24, 14, 18, 8, 12, 5, 3];
const bars = (levels: readonly number[], direction: 1 | -1) =>
  levels
    .map(
      (level, index) =>
        `M${index * 10 + 4} ${32 + direction * 2}v${direction * Math.max(level, 1)}`,
    )
    .join('');
const feeling = [
  stroke(bars(loudness, -1), READY, 4),
  stroke(
    bars(
      loudness.map((level, index) => round(level * (index % 2 ? 0.9 : 1))),
      1,
    ),
    ON_AIR,
    4,
  ),
];

/** Three ways to say "you" in Spanish. The one that suits the audience is on air. */
const culture = [
  { word: 'tú', x: 0, width: 58 },
  { word: 'usted', x: 66, width: 94 },
  { word: 'vos', x: 168, width: 72 },
].flatMap(({ word, x, width }) => {
  const isChosen = word === 'vos';
  const color = isChosen ? ON_AIR : LINE;
  return [
    box(
      x + 1,
      13,
      width - 2,
      38,
      `rx="4" fill="none" stroke="${color}" stroke-width="${isChosen ? 2 : 1}"`,
    ),
    `<circle cx="${x + 17}" cy="32" r="4.5" fill="${isChosen ? ON_AIR : 'none'}" stroke="${isChosen ? ON_AIR : READY}" stroke-width="2"/>`,
    text(x + 29, 38, word, { size: 17, weight: 600, lang: 'es' }),
  ];
});

/** Languages beneath each other, videos beside each other: before the playhead they are finished, after it ready. */
const PLAYHEAD = 142;
/** How long each language takes to say the same, in percent of the longest. */
const lengths = [84, 92, 78, 88, 70, 96];
const clips = (isWanted: (end: number) => boolean) =>
  lengths
    .flatMap((length, row) =>
      Array.from(
        { length: 6 },
        (_, column) => [column * 40, round(length * 0.36), row * 10 + 7] as const,
      ),
    )
    .filter(([left, width]) => isWanted(left + width))
    .map(([left, width, y]) => `M${left} ${y}h${width}`)
    .join('');
const scale = [
  stroke(
    clips((end) => end < PLAYHEAD),
    ON_AIR,
    4,
  ),
  stroke(
    clips((end) => end >= PLAYHEAD),
    READY,
    4,
  ),
  stroke(`M${PLAYHEAD} 0v64`, INK, 1.5),
];
