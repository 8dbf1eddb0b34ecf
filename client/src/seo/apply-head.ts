import type { HeadTag } from './head-tags.ts';

/** Tags that some pages have and others do not; they must not outlive a navigation. */
const optional = [
  'meta[name="robots"]',
  'meta[name="keywords"]',
  'meta[property="og:url"]',
  'link[rel="canonical"]',
];

export function applyHead(tags: readonly HeadTag[], head: HTMLHeadElement = document.head) {
  const kept = new Set<Element>();
  for (const tag of tags) {
    if (tag.tag === 'title') {
      document.title = tag.text;
    } else if (tag.tag === 'meta') {
      const meta = findOrAdd(head, 'meta', tag.key, tag.name);
      meta.setAttribute('content', tag.content);
      kept.add(meta);
    } else {
      const link = findOrAdd(head, 'link', 'rel', tag.rel);
      link.setAttribute('href', tag.href);
      kept.add(link);
    }
  }
  for (const stale of head.querySelectorAll(optional.join(','))) {
    if (!kept.has(stale)) stale.remove();
  }
}

function findOrAdd(head: HTMLHeadElement, tag: 'meta' | 'link', key: string, value: string) {
  const found = head.querySelector(`${tag}[${key}="${value}"]`);
  if (found) return found;
  const made = head.ownerDocument.createElement(tag);
  made.setAttribute(key, value);
  head.append(made);
  return made;
}
