import type { Manifest, ManifestChunk, RenderInput } from '#shared/page';
import { escapeHtml, scriptJson } from '../seo/escape-html.ts';
import type { HeadTag } from '../seo/head-tags.ts';
import { themeColors } from '../seo/theme-colors.ts';

const ENTRY = 'client/src/entry-client.tsx';
/** The headings' face: the one font that the first view cannot do without. */
const PRELOADED_FONT =
  'node_modules/@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2';

interface DocumentParts {
  head: readonly HeadTag[];
  /** JSON-LD, or null for a page that says nothing about anything. */
  structuredData: object | null;
  /** The rendered app. */
  body: string;
  /** Source files of the page's own chunks. */
  modules: readonly string[];
  /** Source files of chunks of which the page needs the styles alone. */
  later: readonly string[];
  input: RenderInput;
}

export function renderDocument(parts: DocumentParts): string {
  const { head, structuredData, body, modules, later, input } = parts;
  const { data, manifest } = input;
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...head.map(renderHeadTag),
    '<meta name="color-scheme" content="light dark">',
    ...Object.entries(themeColors).map(
      ([scheme, color]) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${color}">`,
    ),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...(manifest ? assetTags(manifest, modules, later) : devTags),
    `<script type="application/json" id="page-data">${scriptJson(data)}</script>`,
    ...(structuredData
      ? [`<script type="application/ld+json">${scriptJson(structuredData)}</script>`]
      : []),
    '</head>',
    `<body><div id="root">${body}</div></body>`,
    '</html>',
  ].join('\n');
}

export function renderHeadTag(tag: HeadTag): string {
  switch (tag.tag) {
    case 'title':
      return `<title>${escapeHtml(tag.text)}</title>`;
    case 'meta':
      return `<meta ${tag.key}="${escapeHtml(tag.name)}" content="${escapeHtml(tag.content)}">`;
    case 'link': {
      const hreflang = tag.hreflang ? ` hreflang="${escapeHtml(tag.hreflang)}"` : '';
      return `<link rel="${escapeHtml(tag.rel)}"${hreflang} href="${escapeHtml(tag.href)}">`;
    }
  }
}

const devTags = [
  '<script type="module" src="/@vite/client"></script>',
  `<script type="module" src="/${ENTRY}"></script>`,
];

function assetTags(
  manifest: Manifest,
  modules: readonly string[],
  later: readonly string[],
): string[] {
  const entry = chunksOf(manifest, [ENTRY]);
  const all = chunksOf(manifest, [ENTRY, ...modules]);
  const [main] = entry;
  if (!main) throw new Error(`the build manifest has no ${ENTRY}: build the client first`);
  const styled = chunksOf(manifest, [ENTRY, ...modules, ...later]);
  const styles = new Set(styled.flatMap((chunk) => chunk.css ?? []));
  const scripts = all.slice(1).map((chunk) => chunk.file);
  const font = manifest[PRELOADED_FONT]?.file;
  return [
    ...(font
      ? [`<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`]
      : []),
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${main.file}"></script>`,
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ];
}

/** The chunks of some source files with all that they import statically, each once, in that order. */
function chunksOf(manifest: Manifest, sources: readonly string[]): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) return;
    found.set(name, chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...found.values()];
}
