import type { Wording } from '../content/languages.ts';
import { type HeadInput, type HeadTag, headTags } from './head-tags.ts';

/** Gives the document the head tags of another page of the same language. Returns its title. */
export async function describePage(
  path: string,
  { data, wording }: { data: HeadInput['data']; wording: Wording },
): Promise<string> {
  const words = await wording.load('heads');
  applyHead(headTags(path, { data, wording, words }));
  return document.title;
}

/** Selects the tags that describe one page. They must not survive a navigation to a page without them. */
const ofThePage = [
  'meta[name="robots"]',
  'meta[name="keywords"]',
  // The language stays the same: no link leads to another one without loading the page.
  'meta[property^="og:"]:not([property^="og:locale"])',
  'meta[name^="twitter:"]',
  'link[rel="canonical"]',
  'link[rel="alternate"]',
  'script[type="application/ld+json"]',
];

export function applyHead(tags: readonly HeadTag[]) {
  const { head } = document;
  const kept = new Set<Element>();
  for (const tag of tags) {
    if (tag.tag === 'title') {
      document.title = tag.text;
    } else if (tag.tag === 'meta') {
      const meta = findOrAdd(head, 'meta', { [tag.key]: tag.name });
      meta.setAttribute('content', tag.content);
      kept.add(meta);
    } else {
      const { rel, hreflang } = tag;
      const link = findOrAdd(head, 'link', hreflang ? { rel, hreflang } : { rel });
      link.setAttribute('href', tag.href);
      kept.add(link);
    }
  }
  for (const stale of head.querySelectorAll(ofThePage.join(','))) {
    if (!kept.has(stale)) stale.remove();
  }
}

function findOrAdd(head: HTMLHeadElement, tag: 'meta' | 'link', key: Record<string, string>) {
  const attributes = Object.entries(key);
  const selector = attributes.map(([name, value]) => `[${name}="${value}"]`).join('');
  const found = head.querySelector(tag + selector);
  if (found) return found;
  const made = head.ownerDocument.createElement(tag);
  for (const [name, value] of attributes) made.setAttribute(name, value);
  head.append(made);
  return made;
}
