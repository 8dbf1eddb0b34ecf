import { type Context, Hono } from 'hono';
import type { ClientCounts } from '../counts/count-clients.ts';
import type { QuarterCounts } from '../counts/quarter-counts.ts';
import type { ClientOf } from '../edge/client-address.ts';
import { methods } from '../edge/methods.ts';
import { matchesEtag, negotiateEncoding } from '../edge/negotiate.ts';
import { exchangeOf } from '../edge/node/exchange.ts';
import { isGpc } from '../edge/read-sender.ts';
import { FOR_DOCUMENTS } from '../edge/security-headers.ts';
import { parseByteRange } from './byte-range.ts';
import { isPageView } from './page-view.ts';
import type { Page, Pages } from './render-pages.ts';
import type { Resource, Served } from './resource.ts';

export interface SiteRouteDeps {
  pages: Pages;
  /** Resources by path, read at the start or made when they are asked for. A path that is not in the map does not exist. */
  files: ReadonlyMap<string, Served>;
  pageCounts: Pick<QuarterCounts, 'count'>;
  clientCounts: Pick<ClientCounts, 'count'>;
  clientOf: ClientOf;
}

export function siteRoutes({ pages, files, pageCounts, clientCounts, clientOf }: SiteRouteDeps) {
  const app = new Hono();
  methods(app, '/*', {
    get: async (c) => {
      const { path } = c.req;
      const page = pages.byPath.get(path);
      if (page) {
        if (c.req.method === 'GET' && isPageView((name) => c.req.header(name))) {
          pageCounts.count(page.path);
          clientCounts.count(clientOf(c), 'visited');
        }
        return answer(c, await variantFor(c, page));
      }
      const file = files.get(path);
      if (file) {
        // Scripts, styles and fonts: no browser shows them as a document.
        if (path.startsWith('/assets/')) exchangeOf(c).dropHeaders(FOR_DOCUMENTS);
        return answer(c, typeof file === 'function' ? await file() : file);
      }
      // People write languages in capitals, as in `pt-BR`.
      const lower = path.toLowerCase();
      const [prefix = ''] = /^\/[^/]+/.exec(lower) ?? [];
      const wanted = pages.notFound.has(prefix) ? lower : path;
      const withoutSlash = trimSlashes(wanted);
      // The home page of a language ends with a slash, all other pages end without.
      const actual = [withoutSlash, `${withoutSlash}/`].find((each) => pages.byPath.has(each));
      if (withoutSlash && actual) {
        return c.redirect(`${actual}${new URL(c.req.url).search}`, path === wanted ? 308 : 301);
      }
      const notFound = pages.notFound.get(prefix) ?? pages.notFound.get('');
      return notFound ? answer(c, await variantFor(c, notFound), 404) : c.notFound();
    },
  });
  return app;
}

/** A loop, because a regular expression would try each of many slashes as the first one. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith('/', end)) end--;
  return path.slice(0, end);
}

const variantFor = (c: Context, page: Page) =>
  isGpc(c.req.header('sec-gpc')) ? page.gpc() : page.plain();

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
  if (type.startsWith('audio/')) return answerRange(c, bytes, headers);
  headers['Content-Length'] = String(bytes.length);
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return c.body(bytes, status, headers);
}

/** Players ask for parts of a recording, and Safari plays nothing without them. */
function answerRange(c: Context, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const condition = c.req.header('if-range');
  const isCurrent = condition === undefined || condition === headers['ETag'];
  const range = isCurrent ? parseByteRange(c.req.header('range'), bytes.length) : null;
  headers['Accept-Ranges'] = 'bytes';
  if (range === 'unsatisfiable') {
    headers['Content-Range'] = `bytes */${bytes.length}`;
    return c.body(null, 416, headers);
  }
  if (range) headers['Content-Range'] = `bytes ${range.first}-${range.last}/${bytes.length}`;
  const part = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  headers['Content-Length'] = String(part.length);
  return c.body(part, range ? 206 : 200, headers);
}
