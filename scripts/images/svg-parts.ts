import { escapeHtml } from '../../client/src/site/seo/escape-html.ts';

// The parts of the home page's drawings. Their colours are the page's tokens, so they follow its theme.

export const INK = 'var(--ink)';
export const FAINT = 'var(--ink-faint)';
export const LINE = 'var(--line-strong)';

export const round = (number: number) => Math.round(number * 10) / 10;

export const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${more}/>`;

interface TextLook {
  size: number;
  fill?: string;
  weight?: number;
  face?: 'mono';
  anchor?: 'middle' | 'end';
  lang?: string;
  isStruck?: boolean;
}

export function text(left: number, baseline: number, words: string, look: TextLook) {
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
  return `<text${written.join('')}>${escapeHtml(words)}</text>`;
}
