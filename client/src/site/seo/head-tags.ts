import type { PageData } from '#shared/page';
import { type Language, prefixOf } from '#shared/site-languages';
import type { Wording, Words } from '../content/languages.ts';
import { findPage, headOf } from '../content/page-list.ts';
import { headlineOf, socialImage } from '../content/social-image-words.ts';

/** Head tags as data: rendered into the document by the server, applied on navigation in the browser. */
export type HeadTag =
  | { tag: 'title'; text: string }
  | { tag: 'meta' | 'link'; attributes: Readonly<Record<string, string>> };

/** What the head tags of a page depend on, beside its path. */
export interface HeadInput {
  data: Pick<PageData, 'site' | 'languages'>;
  wording: Pick<Wording, 'language' | 'frame'>;
  words: Words['heads'];
}

const tagOf =
  (tag: 'meta' | 'link') =>
  (attributes: Readonly<Record<string, string>>): HeadTag => ({ tag, attributes });
const [meta, link] = [tagOf('meta'), tagOf('link')];
const named = (name: string, content: string) => meta({ name, content });
const property = (name: string, content: string) => meta({ property: name, content });

/**
 * Returns the tags of the page at this path, in the language of its wording. A path without a page has neither a canonical
 * address nor a picture.
 */
export function headTags(path: string, { data, wording, words }: HeadInput): HeadTag[] {
  const { site, languages } = data;
  const { language } = wording;
  const head = headOf(path, words.heads);
  const title = head.title(site);
  const description = head.description(site);
  const shared: HeadTag[] = [
    { tag: 'title', text: title },
    named('description', description),
    property('og:type', 'website'),
    property('og:site_name', site.brand),
    property('og:title', title),
    property('og:description', description),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
  const page = findPage(path);
  if (!page) return [...shared, named('robots', 'noindex')];
  const urlIn = (other: Language) => site.url + prefixOf(other) + path;
  const alternate = (hreflang: string, other: Language) =>
    link({ rel: 'alternate', hreflang, href: urlIn(other) });
  const image = site.url + socialImage.path(path, language);
  const headline = headlineOf(page.path, language, words.socialImageText.headline);
  // Japanese has no spaces.
  const alt = words.socialImageAlt(headline.join(language === 'ja' ? '' : ' '));
  return [
    ...shared,
    named('keywords', head.keywords.join(', ')),
    link({ rel: 'canonical', href: urlIn(language) }),
    ...languages.map((other) => alternate(other, other)),
    alternate('x-default', 'en'),
    property('og:url', urlIn(language)),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(socialImage.width)),
    property('og:image:height', String(socialImage.height)),
    property('og:image:alt', alt),
    named('twitter:image', image),
    named('twitter:image:alt', alt),
  ];
}
