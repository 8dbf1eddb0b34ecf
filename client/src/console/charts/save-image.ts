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
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor'],
];
const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const LINE = 20;
/** Twice as many pixels, for screens and slides with a high density. */
const DENSITY = 2;

/** Saves a chart with its title, its period and its source on it. */
export async function saveImage(chart: SVGSVGElement, words: ImageWords, kind: 'svg' | 'png') {
  await afterPaint();
  const { text, width, height } = imageOf(chart, words);
  const name = words.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const svg = new Blob([text], { type: 'image/svg+xml' });
  if (kind === 'svg') return saveFile(`${name}.svg`, svg);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((png) => png && saveFile(`${name}.png`, png), 'image/png');
}

function imageOf(chart: SVGSVGElement, { title, lines, source }: ImageWords) {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const original = originals[index];
    if (!original) continue;
    const computed = getComputedStyle(original);
    for (const name of STYLES) element.style.setProperty(name, computed.getPropertyValue(name));
    element.removeAttribute('class');
  }
  const page = getComputedStyle(document.body);
  const above = MARGIN + LINE * (lines.length + 1);
  const width = chart.clientWidth + 2 * MARGIN;
  const height = above + chart.clientHeight + LINE + 2 * MARGIN;
  const frame = document.createElementNS(NAMESPACE, 'svg');
  const set = (element: Element, attributes: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
    return element;
  };
  const write = (words: string, y: number, size: number, weight = 400) => {
    const text = document.createElementNS(NAMESPACE, 'text');
    text.textContent = words;
    const font = { 'font-family': 'sans-serif', 'font-size': size, 'font-weight': weight };
    frame.append(set(text, { x: MARGIN, y, fill: page.color, ...font }));
  };
  set(frame, { xmlns: NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` });
  const ground = document.createElementNS(NAMESPACE, 'rect');
  frame.append(set(ground, { width, height, fill: page.backgroundColor }));
  write(title, MARGIN + 12, 16, 700);
  for (const [index, line] of lines.entries()) write(line, MARGIN + 12 + LINE * (index + 1), 12);
  frame.append(set(copy, { x: MARGIN, y: above }));
  write(source, height - MARGIN, 11);
  return { text: new XMLSerializer().serializeToString(frame), width, height };
}
