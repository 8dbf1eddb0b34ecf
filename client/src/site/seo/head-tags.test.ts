import { expect, test } from 'vitest';
import type { Language } from '#shared/site-languages';
import { loadWording, writtenLanguages } from '../content/languages.ts';
import { pages } from '../content/page-list.ts';
import { headlineOf } from '../content/social-image-words.ts';
import { testPageData } from '../test-data.ts';
import { type HeadTag, headTags } from './head-tags.ts';

const url = 'https://zeta.test';

/** Returns the title, the contents of the meta tags by name, and the links. */
async function headOf(path: string, language: Language = 'en', languages: Language[] = ['en']) {
  const wording = await loadWording(language);
  const words = await wording.load('heads');
  const tags = headTags(path, { data: testPageData({ language, languages }), wording, words });
  const linkOf = (tag: HeadTag) =>
    tag.tag === 'link' ? [`${tag.hreflang ?? tag.rel} ${tag.href}`] : [];
  const metas = tags.flatMap((tag) => (tag.tag === 'meta' ? [[tag.name, tag.content]] : []));
  return {
    title: tags.flatMap((tag) => (tag.tag === 'title' ? [tag.text] : []))[0],
    meta: Object.fromEntries(metas) as Record<string, string>,
    links: tags.flatMap(linkOf),
  };
}

test.each(writtenLanguages)(
  'every page has its own title and description in %s, short enough for search results',
  async (language) => {
    const all = await Promise.all(pages.map(({ path }) => headOf(path, language)));
    const titles = all.map(({ title }) => title);
    const descriptions = all.map(({ meta }) => meta['description']);
    for (const texts of [titles, descriptions]) expect(new Set(texts).size).toBe(pages.length);
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
  const { title, meta } = await headOf('/about');
  expect(title).toBe('About Zeta & Söhne');
  expect(meta).toMatchObject({
    keywords: expect.any(String),
    'og:url': `${url}/about`,
    'og:type': 'website',
    'og:title': title,
    'og:description': meta['description'],
    'og:site_name': 'Zeta & Söhne',
    'twitter:title': title,
    'twitter:card': 'summary_large_image',
  });
});

test.each(writtenLanguages)(
  'a shared link shows the picture of its page or language, with size and alternative text, in %s',
  async (language) => {
    const { socialImageText } = await (await loadWording(language)).load('heads');
    const urls = new Set<unknown>();
    for (const { path } of pages) {
      const { meta } = await headOf(path, language);
      const image = meta['og:image'];
      expect(image).toMatch(/^https:\/\/zeta\.test\/social\/[a-z-]+\.png$/);
      const alt = meta['og:image:alt'];
      const headline = headlineOf(path, language, socialImageText.headline);
      expect(alt).toContain(headline.join(language === 'ja' ? '' : ' '));
      const size = { 'og:image:width': '1200', 'og:image:height': '630' };
      expect(meta).toMatchObject({ ...size, 'twitter:image': image, 'twitter:image:alt': alt });
      urls.add(image);
    }
    expect(urls.size).toBe(language === 'en' ? pages.length : 1);
  },
);

test.each(['en', 'de'] as const)(
  'each page in %s names its address in every language of the site; English is the default',
  async (language) => {
    for (const { path } of pages) {
      const [english, german] = [url + path, `${url}/de${path}`];
      const { links } = await headOf(path, language, ['en', 'de']);
      expect(links).toEqual([
        `canonical ${language === 'en' ? english : german}`,
        ...[`en ${english}`, `de ${german}`, `x-default ${english}`],
      ]);
    }
  },
);

test('the not-found page is kept out of search results and has no canonical address', async () => {
  const { meta, links } = await headOf('/gone');
  expect([meta['robots'], links, meta['og:image']]).toEqual(['noindex', [], undefined]);
});
