import type { Site } from '#shared/site';
import { prefixOf } from '#shared/site-languages';
import type { Wording } from '../content/languages.ts';
import type { PageHead, PagePath } from '../content/page-list.ts';
import { socialImage } from '../content/social-image-words.ts';

const pageTypes: Readonly<Record<string, string>> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/** A page in one language. */
interface DescribedPage {
  path: PagePath;
  head: PageHead;
  wording: Wording;
}

/**
 * Returns a page's JSON-LD in schema.org's vocabulary. Only the served HTML contains it, because
 * crawlers do not navigate within the page. It claims nothing that the page does not say: no ratings,
 * no prices. The words of the page and the heads must be loaded.
 */
export function structuredData(path: PagePath, site: Site, wording: Wording) {
  const heads = wording.loaded('heads')?.heads;
  if (!heads) throw new Error('the heads are not loaded');
  const page = { path, head: heads[path], wording };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(site),
      {
        '@type': 'WebSite',
        '@id': `${site.url}/#website`,
        url: `${site.url}/`,
        name: site.brand,
        inLanguage: wording.language,
        publisher: organizationId(site),
      },
      webPage(page, site),
      ...(path === '/' ? [software(page, site)] : [breadcrumbs(page, site)]),
    ],
  };
}

const addressOf = ({ path, wording }: Pick<DescribedPage, 'path' | 'wording'>, site: Site) =>
  site.url + prefixOf(wording.language) + path;

const organizationId = ({ url }: Site) => ({ '@id': `${url}/#organization` });
const softwareId = ({ url }: Site) => ({ '@id': `${url}/#software` });

const organization = (site: Site) => ({
  '@type': 'Organization',
  ...organizationId(site),
  name: site.brand,
  legalName: site.company,
  url: `${site.url}/`,
  logo: `${site.url}/icon-512.png`,
  email: site.email,
  ...(site.phone && { telephone: site.phone }),
  ...(site.vatId && { vatID: site.vatId }),
  address: {
    '@type': 'PostalAddress',
    streetAddress: site.address.street,
    postalCode: site.address.postalCode,
    addressLocality: site.address.city,
    addressCountry: site.address.country,
  },
});

const webPage = (page: DescribedPage, site: Site) => ({
  '@type': pageTypes[page.path] ?? 'WebPage',
  '@id': `${addressOf(page, site)}#page`,
  url: addressOf(page, site),
  name: page.head.title(site),
  description: page.head.description(site),
  inLanguage: page.wording.language,
  isPartOf: { '@id': `${site.url}/#website` },
  primaryImageOfPage: {
    '@type': 'ImageObject',
    url: site.url + socialImage.path(page.path, page.wording.language),
    width: socialImage.width,
    height: socialImage.height,
  },
  ...(page.path === '/'
    ? { mainEntity: softwareId(site) }
    : { breadcrumb: { '@id': `${addressOf(page, site)}#breadcrumbs` } }),
});

const software = ({ head, wording }: DescribedPage, site: Site) => ({
  '@type': 'SoftwareApplication',
  ...softwareId(site),
  name: site.brand,
  url: `${site.url}/`,
  description: head.description(site),
  applicationCategory: 'MultimediaApplication',
  featureList: wording
    .loaded('home')
    ?.featuresContent.sheet.map(({ term, detail }) => `${term}: ${detail}`),
  publisher: organizationId(site),
});

const breadcrumbs = (page: DescribedPage, site: Site) => ({
  '@type': 'BreadcrumbList',
  '@id': `${addressOf(page, site)}#breadcrumbs`,
  itemListElement: (['/', page.path] as const).map((path, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: page.wording.frame.pageLabels[path],
    item: addressOf({ ...page, path }, site),
  })),
});
