import type { Site } from '#shared/site';
import type { notFoundMeta, PageMeta } from '../content/pages.ts';
import { socialImage } from '../content/social-image.ts';

/** Head tags as data: rendered into the document by the server, applied on navigation in the browser. */
export type HeadTag =
  | { tag: 'title'; text: string }
  | { tag: 'meta'; key: 'name' | 'property'; name: string; content: string }
  | { tag: 'link'; rel: string; href: string; hreflang?: string };

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

/** The not-found page has neither a canonical address nor a picture. */
export function headTags(page: PageMeta | typeof notFoundMeta, site: Site): HeadTag[] {
  const title = page.title(site);
  const description = page.description(site);
  const shared: HeadTag[] = [
    { tag: 'title', text: title },
    named('description', description),
    property('og:type', 'website'),
    property('og:site_name', site.brand),
    property('og:title', title),
    property('og:description', description),
    property('og:locale', 'en_US'),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
  if (!('path' in page)) return [...shared, named('robots', 'noindex')];
  const url = site.url + page.path;
  const image = site.url + socialImage.path(page.path);
  const alt = socialImage.alt(page.headline);
  return [
    ...shared,
    named('keywords', page.keywords.join(', ')),
    { tag: 'link', rel: 'canonical', href: url },
    // One language so far: the default is English, at the same address.
    { tag: 'link', rel: 'alternate', hreflang: 'en', href: url },
    { tag: 'link', rel: 'alternate', hreflang: 'x-default', href: url },
    property('og:url', url),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(socialImage.width)),
    property('og:image:height', String(socialImage.height)),
    property('og:image:alt', alt),
    named('twitter:image', image),
    named('twitter:image:alt', alt),
  ];
}
