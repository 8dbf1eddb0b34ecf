import { expect, test } from 'vitest';
import type { Language } from '#shared/site-languages';
import { loadWording, writtenLanguages } from '../content/languages.ts';
import { pages } from '../content/page-list.ts';
import { headlineOf } from '../content/social-image-words.ts';
import { testPageData } from '../test-data.ts';
import { type HeadTag, headTags } from './head-tags.ts';

const url = 'https://zeta.test';

async function tagsOf(path: string, language: Language = 'en', languages: Language[] = ['en']) {
  const wording = await loadWording(language);
  const words = await wording.load('heads');
  return headTags(path, { data: testPageData({ language, languages }), wording, words });
}

const meta = (tags: HeadTag[], name: string) => {
  const tag = tags.find((tag) => tag.tag === 'meta' && tag.name === name);
  return tag?.tag === 'meta' ? tag.content : undefined;
};
const title = (tags: HeadTag[]) =>
  tags.flatMap((tag) => (tag.tag === 'title' ? [tag.text] : []))[0];

test.each(writtenLanguages)(
  'every page has its own title and description in %s, short enough for search results',
  async (language) => {
    const all = await Promise.all(pages.map(({ path }) => tagsOf(path, language)));
    const titles = all.map(title);
    const descriptions = all.map((tags) => meta(tags, 'description'));
    expect(new Set(titles).size).toBe(pages.length);
    expect(new Set(descriptions).size).toBe(pages.length);
    for (const text of titles) expect.soft(text?.length, text).toBeLessThanOrEqual(65);
    // A character of these scripts is as wide as two Latin letters, or stands for a syllable.
    const least = language === 'ja' ? 25 : 50;
    for (const text of descriptions) {
      expect.soft(text?.length, text).toBeGreaterThanOrEqual(least);
      expect.soft(text?.length, text).toBeLessThanOrEqual(160);
    }
  },
);

test('a page has its canonical address on the configured site, keywords and social tags', async () => {
  const tags = await tagsOf('/about');
  expect(tags).toContainEqual({ tag: 'link', rel: 'canonical', href: `${url}/about` });
  expect(title(tags)).toBe('About Zeta & Söhne');
  expect(meta(tags, 'og:url')).toBe(`${url}/about`);
  expect(meta(tags, 'twitter:title')).toBe('About Zeta & Söhne');
  expect(meta(tags, 'keywords')).toBeDefined();
});

test.each(writtenLanguages)(
  'a shared link shows the picture of its page or language, with size and alternative text, in %s',
  async (language) => {
    const { socialImageText } = await (await loadWording(language)).load('heads');
    const urls = [];
    for (const page of pages) {
      const tags = await tagsOf(page.path, language);
      const content = (name: string) => meta(tags, name) ?? '';
      expect(content('og:image')).toMatch(/^https:\/\/zeta\.test\/social\/[a-z-]+\.png$/);
      expect(content('twitter:image')).toBe(content('og:image'));
      expect([content('og:image:width'), content('og:image:height')]).toEqual(['1200', '630']);
      const headline = headlineOf(page.path, language, socialImageText.headline);
      expect(content('og:image:alt')).toContain(headline.join(language === 'ja' ? '' : ' '));
      expect(content('twitter:image:alt')).toBe(content('og:image:alt'));
      expect(content('twitter:card')).toBe('summary_large_image');
      for (const name of ['og:type', 'og:title', 'og:description', 'og:site_name']) {
        expect(content(name), name).not.toBe('');
      }
      urls.push(content('og:image'));
    }
    expect(new Set(urls).size).toBe(language === 'en' ? pages.length : 1);
  },
);

test('each page names its address in every language of the site; English is the default', async () => {
  const links = (tags: HeadTag[]) =>
    tags.flatMap((tag) => (tag.tag === 'link' ? [[tag.hreflang ?? tag.rel, tag.href]] : []));
  const alternates = (path: string) => [
    ['en', url + path],
    ['de', `${url}/de${path}`],
    ['x-default', url + path],
  ];
  for (const { path } of pages) {
    const english = links(await tagsOf(path, 'en', ['en', 'de']));
    expect(english).toEqual([['canonical', url + path], ...alternates(path)]);
    const german = links(await tagsOf(path, 'de', ['en', 'de']));
    expect(german).toEqual([['canonical', `${url}/de${path}`], ...alternates(path)]);
  }
});

test('the not-found page is kept out of search results and has no canonical address', async () => {
  const tags = await tagsOf('/gone');
  expect(meta(tags, 'robots')).toBe('noindex');
  expect(tags.some((tag) => tag.tag === 'link')).toBe(false);
  expect(meta(tags, 'og:image')).toBeUndefined();
});
