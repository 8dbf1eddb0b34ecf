import { type Context, Hono } from 'hono';
import { isGpc } from '../http/gpc.ts';
import { matchesEtag, negotiateEncoding } from '../http/negotiate.ts';
import { methodNotAllowed } from '../http/problem.ts';
import type { PageCounts } from '../services/page-counts.ts';
import type { Page, Pages } from '../site/render-pages.ts';
import type { Resource } from '../site/resource.ts';

export interface SiteRouteDeps {
  pages: Pages;
  /** Resources by path, read at the start. A path that is not in the map does not exist. */
  files: ReadonlyMap<string, Resource>;
  pageCounts: PageCounts;
}

export function siteRoutes({ pages, files, pageCounts }: SiteRouteDeps) {
  const app = new Hono();
  app.get('/*', (c) => {
    const { path } = c.req;
    const page = pages.byPath.get(path);
    if (page) {
      // A script's request (Sec-Fetch-Dest: empty) is not a page view.
      const isView = (c.req.header('sec-fetch-dest') ?? 'document') === 'document';
      if (c.req.method === 'GET' && isView) pageCounts.count(path);
      return answer(c, variantFor(c, page));
    }
    const file = files.get(path);
    if (file) return answer(c, file);
    const withoutSlash = trimSlashes(path);
    if (withoutSlash && pages.byPath.has(withoutSlash)) {
      return c.redirect(`${withoutSlash}${new URL(c.req.url).search}`, 308);
    }
    return answer(c, variantFor(c, pages.notFound), 404);
  });
  app.all('/*', methodNotAllowed('GET, HEAD'));
  return app;
}

/** A loop, because a regular expression would try each of many slashes as the first one. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith('/', end)) end--;
  return path.slice(0, end);
}

const variantFor = (c: Context, page: Page) =>
  isGpc(c.req.header('sec-gpc')) ? page.gpc : page.plain;

function answer(c: Context, resource: Resource, status: 200 | 404 = 200) {
  const { type, cacheControl, vary, embeddable, representations } = resource;
  const encoding = negotiateEncoding(
    c.req.header('accept-encoding'),
    (candidate) => representations[candidate] !== undefined,
  );
  const { bytes, etag } = representations[encoding] ?? representations.identity;
  const headers: Record<string, string> = { 'Cache-Control': cacheControl, Vary: vary };
  if (embeddable) headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
  if (status === 200) {
    headers['ETag'] = etag;
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  }
  headers['Content-Type'] = type;
  headers['Content-Length'] = String(bytes.length);
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return c.body(bytes, status, headers);
}
