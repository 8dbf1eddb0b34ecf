import { expect, test } from 'vitest';
import { notFoundMeta, pages } from '../content/pages.ts';
import { testPageData } from '../test-data.ts';
import { type HeadTag, headTags } from './head-tags.ts';

const { site } = testPageData();
const meta = (tags: HeadTag[], name: string) =>
  tags.find((tag) => tag.tag === 'meta' && tag.name === name);

test('every page has its own title and description, short enough for search results', () => {
  const titles = pages.map((page) => page.title(site));
  const descriptions = pages.map((page) => page.description(site));
  expect(new Set(titles).size).toBe(pages.length);
  expect(new Set(descriptions).size).toBe(pages.length);
  for (const title of titles) expect(title.length).toBeLessThanOrEqual(65);
  for (const words of descriptions) {
    expect(words.length).toBeGreaterThanOrEqual(50);
    expect(words.length).toBeLessThanOrEqual(160);
  }
});

test('a page has its canonical address on the configured site, keywords and social tags', () => {
  const [about] = pages.filter((page) => page.path === '/about');
  if (!about) throw new Error('no /about in the registry');
  const tags = headTags(about, { ...site, brand: 'Zeta', url: 'https://zeta.test' });
  expect(tags).toContainEqual({
    tag: 'link',
    rel: 'canonical',
    href: 'https://zeta.test/about',
  });
  expect(tags).toContainEqual({ tag: 'title', text: 'About Zeta' });
  expect(meta(tags, 'og:url')).toMatchObject({ content: 'https://zeta.test/about' });
  expect(meta(tags, 'twitter:title')).toMatchObject({ content: 'About Zeta' });
  expect(meta(tags, 'keywords')).toBeDefined();
});

test('a shared link shows the picture of that page, by an absolute address, with size and alternative text', () => {
  const urls = pages.map((page) => {
    const tags = headTags(page, { ...site, url: 'https://zeta.test' });
    const content = (name: string) => {
      const tag = meta(tags, name);
      return tag?.tag === 'meta' ? tag.content : '';
    };
    expect(content('og:image')).toMatch(/^https:\/\/zeta\.test\/social\/[a-z]+\.png$/);
    expect(content('twitter:image')).toBe(content('og:image'));
    expect([content('og:image:width'), content('og:image:height')]).toEqual(['1200', '630']);
    expect(content('og:image:alt')).toContain(page.headline.join(' '));
    expect(content('twitter:image:alt')).toBe(content('og:image:alt'));
    expect(content('twitter:card')).toBe('summary_large_image');
    for (const name of ['og:type', 'og:title', 'og:description', 'og:site_name', 'og:locale']) {
      expect(content(name), name).not.toBe('');
    }
    return content('og:image');
  });
  expect(new Set(urls).size).toBe(pages.length);
});

test('each page names its languages: English, which is the default', () => {
  for (const page of pages) {
    const alternates = headTags(page, site).flatMap((tag) =>
      tag.tag === 'link' && tag.rel === 'alternate' ? [[tag.hreflang, tag.href]] : [],
    );
    const url = site.url + page.path;
    expect(alternates).toEqual([
      ['en', url],
      ['x-default', url],
    ]);
  }
});

test('the not-found page is kept out of search results and has no canonical address', () => {
  const tags = headTags(notFoundMeta, site);
  expect(meta(tags, 'robots')).toMatchObject({ content: 'noindex' });
  expect(tags.some((tag) => tag.tag === 'link')).toBe(false);
  expect(meta(tags, 'og:image')).toBeUndefined();
});
