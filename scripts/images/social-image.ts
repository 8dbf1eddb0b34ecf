import {
  dubbedLines,
  originalLine,
  type SpokenLine,
  timelineTicks,
} from '../../client/src/site/content/dubbing-lines.ts';
import { socialImage } from '../../client/src/site/content/social-image-words.ts';
import { RESTING_AT, timecodeAt } from '../../client/src/site/pages/home/line-timing.ts';
import { TRACK_HEIGHT, TRACK_WIDTH, waveform } from '../../client/src/site/pages/home/waveform.ts';
import { oklchToHex } from './colors.ts';
import type { TypeFace } from './text-paths.ts';

/** What the pictures of a language have in common. */
export interface SocialImageDesign {
  script: Script;
  /** Where the headline begins. The timeline reads from left to right in every language. */
  direction: 'ltr' | 'rtl';
  /** What the product is, beneath the place of the brand: that is run-time data, which the server adds. */
  label: string;
  display: TypeFace;
  /** For the label. */
  small: TypeFace;
  mono: TypeFace;
  /** Returns a colour of the tokens in its dark form, by name. */
  color(name: string): string;
}

export interface SocialImagePage {
  headline: readonly string[];
  /** Position of the first dubbed track among the timeline's lines, from 0. */
  firstTrack: number;
  /** Which of the three tracks is on air, from 0. */
  live: number;
}

/** In em: how far letters reach above and below the baseline of a headline, how far its lines are apart, and their spacing. */
const SCRIPTS = {
  latin: { above: 0.686, below: 0, leading: 0.98, tracking: -0.04 },
  japanese: { above: 0.8, below: 0, leading: 1.18, tracking: 0 },
  devanagari: { above: 0.88, below: 0, leading: 1.24, tracking: 0 },
  arabic: { above: 0.82, below: 0.14, leading: 1.26, tracking: 0 },
};
export type Script = keyof typeof SCRIPTS;

const { width: WIDTH, height: HEIGHT } = socialImage;
const MARGIN = 72;
const LOGO = 44;
const NAMES = 168;
const MONITOR = 366;
const RULER = 34;
const SOURCE = 62;
const ROW = 56;
/** The headline is set between these. */
const SAFE_START = 126;
const SAFE_END = 328;
const MAX_TYPE = 140;

/** The same colours as the equipment in `timeline.module.css`. */
const MONITOR_BACK = oklchToHex('oklch(0.145 0.008 265)');
const BACK = oklchToHex('oklch(0.185 0.008 265)');
const PANEL = oklchToHex('oklch(0.215 0.009 265)');
const RULE = oklchToHex('oklch(0.27 0.01 265)');
const TICK = oklchToHex('oklch(0.36 0.01 265)');
const CLIP = oklchToHex('oklch(0.27 0.012 265)');
const WAVE = oklchToHex('oklch(0.56 0.012 265)');
const SOURCE_CLIP = oklchToHex('oklch(0.31 0.012 265)');
const SOURCE_WAVE = oklchToHex('oklch(0.9 0.005 90)');
const LIVE_CLIP = oklchToHex('oklch(0.36 0.07 48)');

/** Where the server sets the brand, and how: beside the logo, above the label, in the face of the headings. */
export const BRAND = {
  start: MARGIN + LOGO + 18,
  baseline: 65,
  /** As far as the timecode. */
  maxWidth: 800,
  size: 30,
  back: MONITOR_BACK.slice(1),
};

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

/** Draws the timeline of the home page's hero, with the page's heading on its monitor: an SVG without any `<text>`. */
export function drawSocialImage(page: SocialImagePage, design: SocialImageDesign): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    rect(0, 0, WIDTH, HEIGHT, BACK),
    ...monitor(page, design),
    ...ruler(design),
    ...tracks(page, design),
    playhead(design.color('ink')),
    '</svg>',
  ].join('\n');
}

function monitor({ headline }: SocialImagePage, design: SocialImageDesign) {
  const { display, small, mono, color } = design;
  const { above, below, leading, tracking } = SCRIPTS[design.script];
  const height = above + (headline.length - 1) * leading + below;
  const widest = Math.max(...headline.map((line) => display.width(line, { size: 1, tracking })));
  const size = Math.min(
    MAX_TYPE / Math.sqrt(headline.length),
    (WIDTH - 2 * MARGIN) / widest,
    (SAFE_END - SAFE_START) / height,
  );
  const first = (SAFE_START + SAFE_END - size * height) / 2 + size * above;
  const slate = 74;
  const type = { size: 24 };
  const labelType = { size: 18 };
  const isMirrored = design.direction === 'rtl';
  /** Returns a place at this distance from the side where reading begins. */
  const at = (distance: number) => (isMirrored ? WIDTH - distance : distance);
  const timecode = timecodeAt(RESTING_AT);
  const timecodeAtX = isMirrored ? MARGIN : WIDTH - MARGIN - mono.width(timecode, type);
  return [
    rect(0, 0, WIDTH, MONITOR, MONITOR_BACK),
    `<g transform="translate(${isMirrored ? WIDTH - MARGIN - LOGO : MARGIN} 44) scale(${LOGO / 32})">${logo(color)}</g>`,
    path(small.path(design.label, at(BRAND.start), 89, labelType), color('ink-soft')),
    path(mono.path(timecode, timecodeAtX, slate, type), color('ink-faint')),
    ...headline.map((line, index) => {
      const y = first + index * leading * size;
      return path(display.path(line, at(MARGIN), y, { size, tracking }), color('ink'));
    }),
  ];
}

/** The same as in the header, on dark: `ui/logo.tsx`. */
const logo = (color: SocialImageDesign['color']) =>
  [
    `<rect width="32" height="32" rx="6" fill="${color('ink')}"/>`,
    `<path d="M8 13v6M13 8v16M18 11v10" stroke="${color('paper')}" stroke-width="2.5" stroke-linecap="round"/>`,
    `<circle cx="24" cy="16" r="3" fill="${oklchToHex('oklch(0.72 0.18 50)')}"/>`,
  ].join('');

function ruler({ mono, color }: SocialImageDesign) {
  const step = (WIDTH - NAMES) / timelineTicks.length;
  return [
    rect(0, MONITOR, WIDTH, RULER, PANEL),
    rect(0, MONITOR, WIDTH, 1, RULE),
    ...timelineTicks.flatMap((tick, index) => {
      const x = NAMES + Math.round(index * step);
      const label = mono.path(tick, x + 9, MONITOR + 23, { size: 16 });
      return [rect(x, MONITOR, 1, RULER, TICK), path(label, color('ink-faint'))];
    }),
  ];
}

function tracks({ firstTrack, live }: SocialImagePage, { mono, color }: SocialImageDesign) {
  const source = MONITOR + RULER;
  const rows = [0, 1, 2].flatMap((row) => {
    const line = dubbedLines[(firstTrack + row) % dubbedLines.length];
    if (!line) return [];
    const isLive = row === live;
    const y = source + SOURCE + row * ROW;
    const dot = `cx="${MARGIN + 7}" cy="${y + ROW / 2}" r="7"`;
    return [
      rect(0, y, NAMES, ROW, PANEL),
      rect(0, y, WIDTH, 1, RULE),
      isLive
        ? `<circle ${dot} fill="${color('on-air')}"/>`
        : `<circle ${dot} fill="none" stroke="${color('ink-faint')}" stroke-width="2"/>`,
      path(
        mono.path(line.lang.toUpperCase(), MARGIN + 30, y + ROW / 2 + 8, { size: 22 }),
        isLive ? color('ink') : color('ink-faint'),
      ),
      lane(line, y, ROW, isLive ? LIVE_CLIP : CLIP, isLive ? color('on-air') : WAVE),
    ];
  });
  return [
    rect(0, source, NAMES, SOURCE, PANEL),
    rect(0, source, WIDTH, 1, RULE),
    path(mono.path('EN', MARGIN + 30, source + SOURCE / 2 + 8, { size: 22 }), color('ink')),
    lane(originalLine, source, SOURCE, SOURCE_CLIP, SOURCE_WAVE),
    ...rows,
    rect(NAMES, source, 1, HEIGHT, RULE),
  ];
}

function lane(line: SpokenLine, y: number, row: number, clip: string, wave: string) {
  const scaleX = (WIDTH - NAMES) / TRACK_WIDTH;
  const scaleY = (row - 8) / TRACK_HEIGHT;
  const [start = 0] = line.times;
  const from = (start / 100) * TRACK_WIDTH;
  const width = (((line.times.at(-1) ?? 0) - start) / 100) * TRACK_WIDTH;
  return [
    `<g transform="translate(${NAMES} ${y + 4}) scale(${scaleX} ${scaleY})">`,
    rect(from, 0, width, TRACK_HEIGHT, clip),
    `<path d="${waveform(line)}" stroke="${wave}" stroke-width="3.4"/>`,
    '</g>',
  ].join('');
}

function playhead(fill: string) {
  const x = NAMES + Math.round((WIDTH - NAMES) * (RESTING_AT / 100));
  const top = MONITOR + RULER;
  return `${rect(x - 1, MONITOR, 2, HEIGHT, fill)}<path d="M${x - 9} ${top - 13}h18l-9 13z" fill="${fill}"/>`;
}
