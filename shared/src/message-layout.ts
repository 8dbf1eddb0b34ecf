import { escapeHtml } from './escape-html.ts';
import { directionOf, type Language } from './site-languages.ts';

interface Layout {
  language: Language;
  subject: string;
  /** Stands at the head. */
  brand: string;
  /** What a list of messages shows beside the subject. */
  preview: string;
  /** HTML of the message, in its order. */
  body: readonly string[];
}

/**
 * Mail programs read an old HTML: tables and styles in attributes lay it out. The colours of the dark scheme are in a
 * style sheet, and a program that ignores it shows the light ones. There is no image, so nothing is missing without
 * images, and nothing reports that the message was opened.
 */
export function layOutMessage({ language, subject, brand, preview, body }: Layout): string {
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title>`,
    `<style>${STYLES}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#f8f7f3;color:#16181e">',
    // Some programs drop `html` and `body`, so the outer table has the language and the direction, too.
    `<table role="presentation" lang="${language}" dir="${directionOf(language)}" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr><td align="center" style="padding:24px 12px">`,
    '<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;max-width:560px;background:#fefdfb;color:#16181e;border:1px solid #d6d4ce"><tr>',
    '<td style="padding:28px 24px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;text-align:start;word-break:break-word;overflow-wrap:anywhere">',
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    `<p style="margin:0 0 24px;font-size:20px;font-weight:800;letter-spacing:-0.02em">${markBeside(directionOf(language) === 'rtl' ? 'left' : 'right')}${escapeHtml(brand)}</p>`,
    ...body,
    '</td></tr></table>',
    '</td></tr></table></body></html>',
  ].join('\n');
}

/** Beside what the message is about: how long it is valid, and what else the reader may do. */
export const quietParagraph = (html: string) =>
  `<p class="quiet" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#4a4d54">${html}</p>`;

/** Who sends it, a line each. Of an address that a name introduces, the name is the link. */
export const signature = (lines: readonly string[]) =>
  `<p class="quiet line" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d6d4ce;font-size:13px;line-height:1.5;color:#4a4d54">${lines
    .map((line) => {
      const [, label, url] = /^(.+?)\s*[:：]\s*(https?:\S+)$/.exec(line) ?? [];
      return `<span dir="auto">${label && url ? link(label, url) : linked(line).replace(/ (?=\d+$)/, '&nbsp;')}</span>`;
    })
    .join('<br>')}</p>`;

export const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;

export const button = (label: string, url: string) =>
  `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;box-sizing:border-box;max-width:100%;padding:14px 22px;background:#16181e;color:#f8f7f3;font-weight:600;text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></p>`;

export const link = (label: string, url: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#16181e">${escapeHtml(label)}</a>`;

/** An address of a page or of e-mail. Han and kana may follow one without a blank. */
const ADDRESS =
  /https?:\/\/(?=[\p{L}\p{N}])[^\s<>"\p{C}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF01-\uFF65]{1,2000}|(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/giu;
const PUNCTUATION_AFTER = /[^\p{L}\p{N}/=&#_~%+$@-]+$/u;

/** Returns text as HTML in which addresses are links, without the punctuation that follows them. */
export function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const cut = found.replace(PUNCTUATION_AFTER, '');
    const address = found.charAt(cut.length) === ')' && cut.includes('(') ? `${cut})` : cut;
    const url = /^https?:/i.test(address) ? address : `mailto:${address}`;
    html += `${escapeHtml(text.slice(end, index))}<span dir="ltr">${link(address, url)}</span>`;
    end = index + address.length;
  }
  return html + escapeHtml(text.slice(end));
}

/**
 * A paragraph of words that may be in another direction than the message. It is not `auto`, which asks the first letter: in
 * Arabic that is often one of a brand or a name.
 */
export function freeParagraph(text: string, language: Language): string {
  const letters = text.replaceAll(ADDRESS, '').match(/\p{L}/gu) ?? [];
  const arabic = letters.filter((letter) =>
    /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}]/u.test(letter),
  );
  const own = directionOf(language);
  const isOther = own === 'rtl' ? arabic.length === 0 : 2 * arabic.length > letters.length;
  const dir = isOther && letters.length > 0 ? { ltr: 'rtl', rtl: 'ltr' }[own] : own;
  return `<p dir="${dir}" style="margin:0 0 16px">${linked(text).replaceAll('\n', '<br>')}</p>`;
}

/** A part of the logo, as its ui/logo.tsx draws it. */
const part = (width: number, height: number, color: string) =>
  `<span style="display:inline-block;width:${width}px;height:${height}px;margin:0 1px;border-radius:3px;background:${color};vertical-align:middle"></span>`;
/** @param side where the name is: in the mark, the direction is its own */
const markBeside = (side: 'left' | 'right') =>
  `<span class="mark" aria-hidden="true" style="display:inline-block;margin-${side}:10px;padding:0 5px;border-radius:6px;background:#16181e;font-size:0;line-height:32px;direction:ltr;vertical-align:middle">${[6, 16, 10].map((height) => part(3, height, '#f8f7f3')).join('')}${part(6, 6, '#fa7c20')}</span>`;

const STYLES = `:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d0e11 !important; color: #f1f0ec !important; }
  .sheet { background: #14161a !important; color: #f1f0ec !important; border-color: #2b2e33 !important; }
  .button { background: #f1f0ec !important; color: #0d0e11 !important; }
  .link { color: #f1f0ec !important; }
  .quiet { color: #b2b4b9 !important; }
  .line { border-color: #2b2e33 !important; }
  .mark { background: #2b2e33 !important; }
}`;
