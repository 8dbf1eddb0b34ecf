import type { Site } from '#shared/site';
import type { PageMeta } from '../content/pages.ts';

/** Head tags as data: rendered into the document by the server, applied on navigation in the browser. */
export type HeadTag =
  | { tag: 'title'; text: string }
  | { tag: 'meta'; key: 'name' | 'property'; name: string; content: string }
  | { tag: 'link'; rel: string; href: string };

const named = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  key: 'name',
  name,
  content,
});
const property = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  key: 'property',
  name,
  content,
});

/** A page without a path is the not-found page: it has no address of its own to point at. */
export function headTags(
  page: Omit<PageMeta, 'path' | 'group'> & { path?: string },
  site: Site,
): HeadTag[] {
  const title = page.title(site);
  const description = page.description(site);
  const shared: HeadTag[] = [
    { tag: 'title', text: title },
    named('description', description),
    property('og:type', 'website'),
    property('og:site_name', site.brand),
    property('og:title', title),
    property('og:description', description),
    property('og:locale', 'en'),
    named('twitter:card', 'summary'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
  if (page.path === undefined) return [...shared, named('robots', 'noindex')];
  const url = site.url + page.path;
  return [
    ...shared,
    named('keywords', page.keywords.join(', ')),
    { tag: 'link', rel: 'canonical', href: url },
    property('og:url', url),
  ];
}
