import type drawings from '../../client/src/site/content/en/drawings.json';
import { escapeHtml } from '../../client/src/site/seo/escape-html.ts';

/** The names of the parts of each drawing, in the language of a page. */
export type PartNames = typeof drawings;

// A drawing is 400 × 136. Its colours are the page's tokens, so it follows the page's theme.
const INK = 'stroke="var(--ink)"';
const FAINT = 'stroke="var(--ink-faint)" stroke-width="1.5" stroke-dasharray="3 4"';

/**
 * Puts the drawings of the home page into one SVG file, from which a page shows `#analysis-de`, what a stage does to a dubbed
 * line, under the names of its parts in its own language, `#analysis-parts-en`.
 *
 * @param names by the language of the page
 * @param drawn SVG files with a group on each line
 */
export function drawPipeline(
  names: ReadonlyMap<string, PartNames>,
  drawn: readonly string[],
): string {
  const parts = [...names].flatMap(([language, own]) =>
    Object.entries(nameParts(own)).map(
      ([stage, named]) => `<g id="${stage}-parts-${language}">${named.join('')}</g>`,
    ),
  );
  const [stages = [], ...others] = drawn.map((svg) => svg.match(/<g .*<\/g>/g) ?? []);
  return `<svg xmlns="http://www.w3.org/2000/svg">${[...stages, ...parts, ...others.flat()].join('\n')}</svg>`;
}

/** Sets each name beside its part, with a sample of the line where a part is a line. */
const nameParts = ({ analysis, translation, synthesis, mixing }: PartNames) => ({
  analysis: [
    name(15, analysis.voice),
    name(15, analysis.lips, 380, ' text-anchor="end"'),
    sample('M387 5v11', `${INK} stroke-width="3"`),
    name(93, analysis.times),
  ],
  translation: [
    name(31, translation.original),
    name(90, translation.spoken),
    name(120, translation.literal),
  ],
  synthesis: [
    name(32, synthesis.original),
    sample('M10 42h44', FAINT),
    name(70, synthesis.melody),
    sample('M10 80h44', `${INK} stroke-width="2.5"`),
    name(108, synthesis.voice),
  ],
  mixing: [
    name(25, mixing.voice),
    name(61, mixing.music),
    name(97, mixing.effects),
    name(127, mixing.level),
    sample('M104 123h44', `${INK} stroke-width="1.5"`),
  ],
});

const name = (baseline: number, words: string, left = 10, more = '') =>
  `<text x="${left}" y="${baseline}" font-size="12.5" fill="var(--ink-faint)"${more}>${escapeHtml(words)}</text>`;

const sample = (d: string, look: string) => `<path d="${d}" fill="none" ${look}/>`;
