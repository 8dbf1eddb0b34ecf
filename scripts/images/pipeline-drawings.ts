import type drawings from '../../client/src/site/content/en/drawings.json';
import { escapeHtml } from '../../shared/src/escape-html.ts';

/** The names of the parts of each drawing, in the language of a page. */
export type PartNames = typeof drawings;

/**
 * Puts the drawings of the home page into one SVG file, from which a page shows `#analysis-de`, what a stage does to a dubbed
 * line, under the names of its parts in its own language, `#analysis-parts-en`. Their colours are the page's tokens, so they
 * follow its theme. Time runs to the right in them, whatever the direction of the page.
 *
 * @param names by the language of the page
 * @param drawn the SVG files of the stages, of the names of their parts, and of other sections: a group on each line
 */
export function drawPipeline(
  names: ReadonlyMap<string, PartNames>,
  drawn: readonly string[],
): string {
  const [stages = [], parts = [], ...others] = drawn.map((svg) => svg.match(/<g .*<\/g>/g) ?? []);
  const named = [...names].flatMap(([language, own]) => {
    const texts: Record<string, Record<string, string>> = { ...own, page: { language } };
    const textOf = (place: string, stage = '', part = '') => {
      const text = texts[stage]?.[part];
      if (text === undefined) throw new Error(`parts.svg names ${place}, which has no words`);
      return escapeHtml(text);
    };
    return parts.map((group) => group.replace(/\{(\w+)\.(\w+)\}/g, textOf));
  });
  const groups = [...stages, ...named, ...others.flat()].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg">${groups.replaceAll(/<g id="[\w-]+"/g, '$& direction="ltr"')}</svg>`;
}
