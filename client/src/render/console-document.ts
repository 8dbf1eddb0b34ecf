import type { GrowthPageInput } from '#shared/page';
import { growthText } from '../console/words.ts';
import { escapeHtml } from '../site/seo/escape-html.ts';
import { chunksOf } from './manifest-chunks.ts';
import { frameTags, START, unfinishedNotice } from './site-document.ts';

const ENTRY = 'client/src/console/entry-console.tsx';

/** Nothing in it is a secret: it is served to whoever asks, and all data comes by its script, to who is signed in. */
export function growthPage({ site, manifest }: GrowthPageInput): string {
  const chunks = manifest ? chunksOf(manifest, [ENTRY]) : [];
  const [start] = manifest ? chunksOf(manifest, [START]) : [];
  if (manifest && (chunks.length === 0 || !start))
    throw new Error(`the build manifest has no ${ENTRY} or no ${START}: build the client first`);
  // What a chunk is made of comes before its own, so that its own may differ.
  const styles = new Set(chunks.toReversed().flatMap((chunk) => chunk.css ?? []));
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(growthText.title(site.brand))}</title>`,
    '<meta name="robots" content="noindex, nofollow">',
    ...frameTags,
    ...(manifest ? [] : ['<script type="module" src="/@vite/client"></script>']),
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    // There is nothing to paint before the code is here, so it is fetched at once.
    ...chunks.map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    start
      ? `<script type="module" src="/${start.file}" data-modules="/${chunks[0]?.file}" data-now></script>`
      : `<script type="module" src="/${ENTRY}"></script>`,
    '</head>',
    `<body>${unfinishedNotice}`,
    `<div id="root" data-brand="${escapeHtml(site.brand)}">`,
    `<noscript>${escapeHtml(growthText.needsScript)}</noscript>`,
    '</div></body>',
    '</html>',
  ].join('\n');
}
