import { expect, test } from 'vitest';
import { loadWording, wordsNamesOf } from '../content/languages.ts';
import { type PagePath, pages } from '../content/page-list.ts';
import { testPageData } from '../test-data.ts';
import { structuredData } from './structured-data.ts';

const { site } = testPageData();

async function describe(path: PagePath) {
  const wording = await loadWording('en');
  await Promise.all([...wordsNamesOf(path).map(wording.load), wording.load('heads')]);
  const data = structuredData(path, site, wording);
  const things = new Map(
    data['@graph'].map((thing: Record<string, unknown>) => [thing['@type'], thing]),
  );
  return { data, things };
}

test('the home page describes the software, published by the operator of this site', async () => {
  const { things } = await describe('/');
  const { street: streetAddress, city: addressLocality } = site.address;
  expect(Object.fromEntries(things)).toMatchObject({
    Organization: {
      ...{ name: site.brand, legalName: site.company, vatID: site.vatId },
      ...{ url: 'https://zeta.test/', address: { streetAddress, addressLocality } },
    },
    ...{ WebSite: {}, WebPage: {} },
    SoftwareApplication: { name: site.brand, applicationCategory: 'MultimediaApplication' },
  });
});

test('the breadcrumbs of an information page start at the home page', async () => {
  const { things } = await describe('/about');
  expect(things.get('AboutPage')).toMatchObject({ url: 'https://zeta.test/about' });
  expect(things.get('BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://zeta.test/' },
      { position: 2, name: 'About', item: 'https://zeta.test/about' },
    ],
  });
});

test('every reference points to an item of the same page, and no ratings, reviews or prices are invented', async () => {
  for (const { path } of pages) {
    const text = JSON.stringify((await describe(path)).data);
    const all = [...text.matchAll(/"@id":"([^"]+)"/g)].map(([, id = '']) => id);
    const named = [...text.matchAll(/"@type":"\w+","@id":"([^"]+)"/g)].map(([, id = '']) => id);
    expect(new Set(all)).toEqual(new Set(named));
    expect(text).not.toMatch(/rating|review|offer|price|Dubkit/i);
  }
});
