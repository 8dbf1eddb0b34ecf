import { escapeHtml, scriptJson } from '#shared/escape-html';
import type { Manifest, RenderInput } from '#shared/page';
import { directionOf, type Language, manifestPath, prefixOf } from '#shared/site-languages';
import { unfinished } from '../site/content/en/heads.json';
import { type Wording, type Words, wordsModules } from '../site/content/languages.ts';
import type { HeadTag } from '../site/seo/head-tags.ts';
import { themeColors } from '../site/seo/theme-colors.ts';
import { manifestFiles } from './manifest-files.ts';

export const START = 'client/src/site/start/start-page.ts';
const ENTRY = 'client/src/site/entry-client.tsx';
const QUESTION = 'client/src/site/question.ts';
const DIALOGS = 'client/src/site/features/consent/consent-dialogs.ts';
const FACES = {
  display: 'client/src/styles/fonts/archivo-latin.woff2',
  text: 'client/src/styles/fonts/instrument-sans-latin.woff2',
};

interface DocumentParts {
  /** Without the prefix of its language. Null for the not-found page, which answers any path. */
  path: string | null;
  head: readonly HeadTag[];
  /** JSON-LD, or null for a page without any. */
  structuredData: object | null;
  /** The HTML of the rendered app. */
  body: string;
  /** Source files of the page's own code. */
  modules: readonly string[];
  /** Source files whose code loads later; the page needs only their styles. */
  later: readonly string[];
  /** The font that is preloaded; the others swap in. */
  leadingFace: keyof typeof FACES;
  wording: Wording;
  words: Words['heads'];
  input: RenderInput;
}

/** The colours and icons of the browser's own frame around every page. */
const frameTags: readonly string[] = [
  '<meta name="color-scheme" content="light dark">',
  ...Object.entries(themeColors).map(
    ([scheme, color]) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${color}">`,
  ),
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
];

/** Returns a whole document. */
export const htmlPage = (language: Language, head: readonly string[], body: string) =>
  [
    '<!DOCTYPE html>',
    `<html lang="${language}" dir="${directionOf(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...head,
    ...frameTags,
    '</head>',
    `<body>${body}</body>`,
    '</html>',
  ].join('\n');

export function renderDocument(parts: DocumentParts): string {
  const { path, head, structuredData, body, words, input } = parts;
  const { data, manifest } = input;
  const { language } = parts.wording;
  const tags = [
    ...head.map(renderHeadTag),
    ...localeTags(language, data.languages),
    `<link rel="manifest" href="${manifestPath(language)}">`,
    ...(manifest ? assetTags(manifest, parts) : devTags),
    `<script type="application/json" id="page-data">${scriptJson(data)}</script>`,
    ...(structuredData
      ? [`<script type="application/ld+json">${scriptJson(structuredData)}</script>`]
      : []),
  ];
  const dataPath = path === null ? '' : ` data-path="${prefixOf(language)}${path}"`;
  const root = `<div id="root"${dataPath}>${body}</div>`;
  return htmlPage(language, tags, `${unfinishedNotice(words.unfinishedText)}\n${root}`);
}

/**
 * The notice that code is missing. The start script shows it; without a start script the stylesheet
 * does (styles/base.css).
 */
export const unfinishedNotice = ({ text, link } = unfinished) =>
  `<p class="unfinished" role="alert">${escapeHtml(text)} <a href="" data-reload>${escapeHtml(link)}</a></p>`;

/** Open Graph wants a country with the language. */
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en_US',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  'pt-BR': 'pt_BR',
  ja: 'ja_JP',
  hi: 'hi_IN',
  ar: 'ar_AR',
};

const localeTags = (language: Language, languages: readonly Language[]) => [
  `<meta property="og:locale" content="${LOCALES[language]}">`,
  ...languages
    .filter((other) => other !== language)
    .map((other) => `<meta property="og:locale:alternate" content="${LOCALES[other]}">`),
];

function renderHeadTag(tag: HeadTag): string {
  if (tag.tag === 'title') return `<title>${escapeHtml(tag.text)}</title>`;
  const attributes = Object.entries(tag.attributes).map(
    ([name, value]) => `${name}="${escapeHtml(value)}"`,
  );
  return `<${tag.tag} ${attributes.join(' ')}>`;
}

const devTags = [
  '<script type="module" src="/@vite/client"></script>',
  '<script type="module" src="/client/src/site/start/lead-to-form.ts"></script>',
  `<script type="module" src="/${ENTRY}"></script>`,
];

function assetTags(manifest: Manifest, parts: DocumentParts): string[] {
  const [start] = manifestFiles(manifest, [START]);
  const scripts = manifestFiles(manifest, [ENTRY, ...parts.modules]);
  if (!start || scripts.length === 0)
    throw new Error(`the build manifest has no ${START} or no ${ENTRY}: build the client first`);
  const namesOf = (built: readonly { file: string }[]) =>
    built.map(({ file }) => `/${file}`).join(' ');
  const words = wordsModules(parts.wording.language, 'consent');
  const dialogStyles = manifest[DIALOGS]?.css ?? [];
  const question = namesOf([
    ...manifestFiles(manifest, [QUESTION, DIALOGS, ...words]),
    ...dialogStyles.map((file) => ({ file })),
  ]);
  const loss = escapeHtml(parts.words.lossQuestion);
  return [
    ...styleTags(manifest, [...parts.modules, ...parts.later], parts.leadingFace),
    `<script type="module" async src="/${start.file}" data-modules="${namesOf(scripts)}" data-question="${question}" data-loss="${loss}"></script>`,
  ];
}

/** The styles of a page, and its leading font. */
export function styleTags(
  manifest: Manifest,
  sources: readonly string[],
  leadingFace: keyof typeof FACES,
): string[] {
  const styled = manifestFiles(manifest, [ENTRY, ...sources]);
  const styles = new Set(styled.flatMap((file) => file.css ?? []));
  const font = manifest[FACES[leadingFace]]?.file;
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...(font
      ? [`<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`]
      : []),
  ];
}
