import { escapeHtml, scriptJson } from '#shared/escape-html';
import type { Manifest, PageData } from '#shared/page';
import { directionOf, type Language, manifestPath, prefixOf } from '#shared/site-languages';
import { unfinished } from '../site/content/en/heads.json';
import { type Wording, type Words, wordsModules, wordsNamesOf } from '../site/content/languages.ts';
import { findPage } from '../site/content/page-list.ts';
import { findRoute } from '../site/pages/page-routes.tsx';
import { type HeadTag, headTags } from '../site/seo/head-tags.ts';
import { structuredData } from '../site/seo/structured-data.ts';
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

/** @param path without the prefix of its language; one without a page has the not-found page */
export function renderDocument(
  path: string,
  body: string,
  wording: Wording,
  words: Words['heads'],
  { data, manifest }: { data: PageData; manifest: Manifest | null },
): string {
  const { language } = wording;
  const page = findPage(path);
  const head = headTags(path, { data, wording, words });
  const tags = [
    ...head.map(renderHeadTag),
    ...localeTags(language, data.languages),
    `<link rel="manifest" href="${manifestPath(language)}">`,
    ...(manifest ? assetTags(manifest, path, language, words.lossQuestion) : devTags),
    `<script type="application/json" id="page-data">${scriptJson(data)}</script>`,
  ];
  if (page) {
    const described = structuredData(page.path, words.heads[page.path], data.site, wording);
    tags.push(`<script type="application/ld+json">${scriptJson(described)}</script>`);
  }
  const dataPath = page ? ` data-path="${prefixOf(language)}${page.path}"` : '';
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

function assetTags(manifest: Manifest, path: string, language: Language, lossQuestion: string) {
  const { modules: own, later = [], leadingFace = 'text' } = findRoute(path);
  const modules = [...own, ...wordsModules(language, ...wordsNamesOf(path))];
  const [start] = manifestFiles(manifest, [START]);
  const scripts = manifestFiles(manifest, [ENTRY, ...modules]);
  if (!start || scripts.length === 0)
    throw new Error(`the build manifest has no ${START} or no ${ENTRY}: build the client first`);
  const namesOf = (built: readonly { file: string }[]) =>
    built.map(({ file }) => `/${file}`).join(' ');
  const words = wordsModules(language, 'consent');
  const dialogStyles = manifest[DIALOGS]?.css ?? [];
  const question = namesOf([
    ...manifestFiles(manifest, [QUESTION, DIALOGS, ...words]),
    ...dialogStyles.map((file) => ({ file })),
  ]);
  const loss = escapeHtml(lossQuestion);
  return [
    ...styleTags(manifest, [...modules, ...later], leadingFace),
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
