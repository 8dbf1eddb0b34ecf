// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Language } from '#shared/site-languages';
import { loadWording, wordsNamesOf, writtenLanguages } from '../content/languages.ts';
import { type PagePath, pages } from '../content/page-list.ts';
import { headlineOf } from '../content/social-image-words.ts';
import { testPageData } from '../testing/test-page-data.ts';
import { applyHead } from './describe-page.ts';
import { headTags } from './head-tags.ts';
import { structuredData } from './structured-data.ts';

const { site } = testPageData();
const { url } = site;

/** Returns the title, the contents of the meta tags by name, and the links. */
async function headOf(path: string, language: Language = 'en', languages: Language[] = ['en']) {
  const wording = await loadWording(language);
  const words = await wording.load('heads');
  document.head.innerHTML = '';
  applyHead(headTags(path, { data: testPageData({ language, languages }), wording, words }));
  const metas = [...document.querySelectorAll('meta')];
  const links = [...document.querySelectorAll('link')];
  return {
    title: document.title,
    meta: Object.fromEntries(
      metas.map((tag) => [tag.name || tag.getAttribute('property'), tag.content]),
    ) as Record<string, string>,
    links: links.map((link) => `${link.getAttribute('hreflang') ?? link.rel} ${link.href}`),
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
  const { description, keywords } = meta;
  expect(keywords).toBeTruthy();
  expect(meta).toMatchObject({
    ...{ 'og:url': `${url}/about`, 'og:type': 'website', 'og:site_name': 'Zeta & Söhne' },
    ...{ 'og:title': title, 'og:description': description, 'twitter:title': title },
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

test('navigation replaces head tags, and removes those that the new page does not have and its JSON-LD', () => {
  const kept = `<meta name="viewport" content="x"><meta property="og:locale" content="en_US">
    <link rel="icon" href="/favicon.svg"><script type="application/json">{}</script>`;
  document.head.innerHTML = `<title>Old</title><meta name="description" content="old">
    <meta property="og:image" content="/old.png"><link rel="canonical" href="https://a.test/old">
    <link rel="alternate" hreflang="en" href="/old"><link rel="alternate" hreflang="de" href="/alt">
    <script type="application/ld+json">{}</script>${kept}`;
  applyHead([
    { tag: 'title', text: 'New' },
    { tag: 'meta', attributes: { name: 'description', content: 'new' } },
    { tag: 'meta', attributes: { name: 'robots', content: 'noindex' } },
    { tag: 'link', attributes: { rel: 'alternate', hreflang: 'en', href: '/new' } },
    { tag: 'link', attributes: { rel: 'alternate', hreflang: 'x-default', href: '/new' } },
  ]);
  const html = [...document.head.children].map((tag) => tag.outerHTML);
  const added = `<title>New</title><meta name="description" content="new">
    <meta name="robots" content="noindex"><link rel="alternate" hreflang="en" href="/new">
    <link rel="alternate" hreflang="x-default" href="/new">`;
  document.head.innerHTML = added + kept;
  const expected = [...document.head.children].map((tag) => tag.outerHTML);
  expect(html.sort()).toEqual(expected.sort());
});

/** Returns what the JSON-LD of a page describes. */
async function graphOf(path: PagePath) {
  const wording = await loadWording('en');
  await Promise.all(wordsNamesOf(path).map(wording.load));
  const { heads } = await wording.load('heads');
  return structuredData(path, heads[path], site, wording)['@graph'];
}

test('the home page describes the software, published by the operator of this site', async () => {
  const operator = { name: 'Zeta & Söhne', legalName: 'Zeta GmbH', vatID: 'DE1' };
  const address = { streetAddress: 'Weg 1', addressLocality: 'Ort' };
  expect(await graphOf('/')).toMatchObject([
    { '@type': 'Organization', ...operator, address },
    { '@type': 'WebSite', url: 'https://zeta.test/' },
    { '@type': 'WebPage' },
    { '@type': 'SoftwareApplication', name: 'Zeta & Söhne' },
  ]);
});

test('the breadcrumbs of an information page start at the home page', async () => {
  const itemListElement = [
    { position: 1, name: 'Home', item: 'https://zeta.test/' },
    { position: 2, name: 'About', item: 'https://zeta.test/about' },
  ];
  const [, , page, breadcrumbs] = await graphOf('/about');
  expect(page).toMatchObject({ '@type': 'AboutPage', url: 'https://zeta.test/about' });
  expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement });
});

test('every reference points to an item of the same page, and no ratings, reviews or prices are invented', async () => {
  for (const { path } of pages) {
    const text = JSON.stringify(await graphOf(path));
    const all = [...text.matchAll(/"@id":"([^"]+)"/g)].map(([, id = '']) => id);
    const named = [...text.matchAll(/"@type":"\w+","@id":"([^"]+)"/g)].map(([, id = '']) => id);
    expect(new Set(all)).toEqual(new Set(named));
    expect(text).not.toMatch(/rating|review|offer|price|Dubkit/i);
  }
});
