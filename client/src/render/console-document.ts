import { createElement } from 'react';
import { prerender } from 'react-dom/static.edge';
import { escapeHtml } from '#shared/escape-html';
import type { GrowthPageInput } from '#shared/page';
import { FirstView } from '../console/first-view.tsx';
import { commonWords } from '../console/words/console-messages.ts';
import { manifestFiles } from './manifest-files.ts';
import { htmlPage, START, unfinishedNotice } from './site-document.ts';

const ENTRY = 'client/src/console/entry-console.tsx';

/**
 * Returns the console's page. It holds no secret and is served to everybody. Its script fetches all data, which the
 * server sends to signed-in people only.
 */
export async function growthPage({
  site,
  siteUrl,
  sendsMail,
  languages,
  manifest,
}: GrowthPageInput): Promise<string> {
  const files = manifest ? manifestFiles(manifest, [ENTRY]) : [];
  const [start] = manifest ? manifestFiles(manifest, [START]) : [];
  if (manifest && (files.length === 0 || !start))
    throw new Error(`the build manifest has no ${ENTRY} or no ${START}: build the client first`);
  // Styles of imported files come before a file's own, so that its own can override them.
  const styles = new Set(files.toReversed().flatMap((file) => file.css ?? []));
  const address = siteUrl === null ? '' : ` data-url="${escapeHtml(siteUrl)}"`;
  const first = await prerender(createElement(FirstView, { brand: site.brand }));
  const head = [
    `<title>${escapeHtml(commonWords.title({ brand: site.brand }))}</title>`,
    '<meta name="robots" content="noindex, nofollow">',
    ...(manifest ? [] : ['<script type="module" src="/@vite/client"></script>']),
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    // Fetched at once, but after the styles on a slow line: with them the first view is painted.
    ...files.map(({ file }) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
    start
      ? `<script type="module" src="/${start.file}" data-modules="/${files[0]?.file}" data-now></script>`
      : `<script type="module" src="/${ENTRY}"></script>`,
  ];
  const body = [
    unfinishedNotice(),
    `<div id="root" data-brand="${escapeHtml(site.brand)}"${address}${sendsMail ? ' data-mail="on"' : ''} data-languages="${languages.join(' ')}">`,
    await new Response(first.prelude).text(),
    `<noscript>${escapeHtml(commonWords.needsScript)}</noscript>`,
    '</div>',
  ];
  return htmlPage('en', head, body.join('\n'));
}
