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

/** Selects the tags that describe one page. They must not survive a navigation. */
const ofThePage = [
  'meta[name="description"]',
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
  for (const stale of head.querySelectorAll(ofThePage.join(','))) stale.remove();
  for (const tag of tags) {
    if (tag.tag === 'title') {
      document.title = tag.text;
      continue;
    }
    const made = document.createElement(tag.tag);
    for (const [name, value] of Object.entries(tag.attributes)) made.setAttribute(name, value);
    head.append(made);
  }
}
