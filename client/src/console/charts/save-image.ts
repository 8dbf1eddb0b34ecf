import { afterPaint } from '../ui/after-paint.ts';
import { saveFile } from './csv.ts';

interface ImageWords {
  title: string;
  /** What each series is, and the period. */
  lines: readonly string[];
  /** Where the figures come from. */
  source: string;
}

/** What decides how an SVG element looks. The page's styles are not part of the file. */
const STYLES = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'vector-effect'],
  ...['opacity', 'font-family', 'font-size', 'font-weight'],
];
const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const LINE = 20;
/** The most characters of a line: visitors choose the names of sources. */
const MAX_LINE = 100;
/** An upper estimate of the width of a letter at the size of the lines. */
const LETTER = 7;
/** Characters that XML forbids, and those that reverse the text around them. */
const BAD = /[\p{Cc}\p{Cs}\p{Bidi_Control}\ufffe\uffff]/gu;
/** Twice as many pixels, for screens and slides with a high density. */
const DENSITY = 2;

export type ImageKind = 'svg' | 'png';

/**
 * Saves a chart with its title, its period and its source on it.
 *
 * @param chart an element that holds the drawing: one SVG element, or several
 */
export async function saveImage(chart: Element | null, words: ImageWords, kind: ImageKind) {
  await afterPaint();
  const parts = [...(chart?.querySelectorAll('svg') ?? [])];
  if (parts.length === 0) return;
  const { text, width, height } = imageOf(parts, words);
  const svg = new Blob([text], { type: 'image/svg+xml' });
  if (kind === 'svg') return saveFile(words.title, 'svg', svg);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((png) => png && saveFile(words.title, 'png', png), 'image/png');
}

function imageOf(parts: readonly SVGSVGElement[], { title, lines, source }: ImageWords) {
  const boxOf = (part: SVGSVGElement) => part.getBoundingClientRect();
  const left = Math.min(...parts.map((part) => boxOf(part).left));
  const top = Math.min(...parts.map((part) => boxOf(part).top));
  const startOf = (part: SVGSVGElement) => boxOf(part).left - left;
  const page = getComputedStyle(document.body);
  const above = 1.5 * MARGIN + LINE * (lines.length + 1);
  const width =
    2 * MARGIN +
    Math.max(
      ...parts.map((part) => startOf(part) + part.clientWidth),
      ...lines.map((line) => LETTER * shown(line).length),
    );
  const height =
    above + Math.max(...parts.map((part) => boxOf(part).bottom)) - top + LINE + 2 * MARGIN;
  const frame = document.createElementNS(NAMESPACE, 'svg');
  const set = (element: Element, attributes: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
    return element;
  };
  const write = (words: string, y: number, size: number, weight = 400) => {
    const text = document.createElementNS(NAMESPACE, 'text');
    text.textContent = shown(words);
    const font = { 'font-family': 'sans-serif', 'font-size': size, 'font-weight': weight };
    frame.append(set(text, { x: MARGIN, y, fill: page.color, ...font }));
  };
  set(frame, { xmlns: NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` });
  const ground = document.createElementNS(NAMESPACE, 'rect');
  frame.append(set(ground, { width, height, fill: page.backgroundColor }));
  write(title, MARGIN + 12, 16, 700);
  for (const [index, line] of lines.entries()) write(line, MARGIN + 12 + LINE * (index + 1), 12);
  for (const part of parts) {
    const place = { x: MARGIN + startOf(part), y: above + boxOf(part).top - top };
    frame.append(
      set(styledCopy(part), { ...place, width: part.clientWidth, height: part.clientHeight }),
    );
  }
  write(source, height - MARGIN, 11);
  return { text: new XMLSerializer().serializeToString(frame), width, height };
}

export const shown = (line: string) =>
  (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line).replace(BAD, '\ufffd');

/** Returns a copy that looks the same without the page. */
function styledCopy(part: SVGSVGElement): SVGSVGElement {
  const copy = part.cloneNode(true) as SVGSVGElement;
  const originals = [part, ...part.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const computed = getComputedStyle(original);
    for (const name of STYLES) element.style.setProperty(name, computed.getPropertyValue(name));
    element.removeAttribute('class');
  }
  return copy;
}
