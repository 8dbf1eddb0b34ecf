import type { GrowthPageInput } from '#shared/page';
import { growthText } from '../content/growth/shell.ts';
import { escapeHtml } from '../seo/escape-html.ts';
import { frameTags } from './document.ts';
import { chunksOf } from './manifest-chunks.ts';

const ENTRY = 'client/src/entry-growth.tsx';

/** Nothing in it is a secret: it is served to whoever asks, and all data comes by its script, to who is signed in. */
export function growthPage({ site, manifest }: GrowthPageInput): string {
  const chunks = manifest ? chunksOf(manifest, [ENTRY]) : [];
  if (manifest && chunks.length === 0)
    throw new Error(`the build manifest has no ${ENTRY}: build the client first`);
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
    ...chunks.slice(1).map(({ file }) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${chunks[0]?.file ?? ENTRY}"></script>`,
    '</head>',
    `<body><div id="root" data-brand="${escapeHtml(site.brand)}">`,
    `<noscript>${escapeHtml(growthText.needsScript)}</noscript>`,
    '</div></body>',
    '</html>',
  ].join('\n');
}
