import type { Site } from '#shared/site';
import { featuresContent } from '../content/home.ts';
import { type PageMeta, pages } from '../content/pages.ts';
import { socialImage } from '../content/social-image.ts';

const pageTypes: Readonly<Record<string, string>> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/**
 * Returns a page's JSON-LD in schema.org's vocabulary. Only the served HTML contains it, because
 * crawlers do not navigate within the page. It claims nothing that the page does not say: no ratings,
 * no prices.
 */
export function structuredData(page: PageMeta, site: Site) {
  const isHome = page.path === '/';
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(site),
      {
        '@type': 'WebSite',
        '@id': `${site.url}/#website`,
        url: `${site.url}/`,
        name: site.brand,
        inLanguage: 'en',
        publisher: organizationId(site),
      },
      webPage(page, site),
      ...(isHome ? [software(page, site)] : [breadcrumbs(page, site)]),
    ],
  };
}

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
  telephone: site.phone,
  vatID: site.vatId,
  address: {
    '@type': 'PostalAddress',
    streetAddress: site.address.street,
    postalCode: site.address.postalCode,
    addressLocality: site.address.city,
    addressCountry: site.address.country,
  },
});

const webPage = (page: PageMeta, site: Site) => ({
  '@type': pageTypes[page.path] ?? 'WebPage',
  '@id': `${site.url}${page.path}#page`,
  url: site.url + page.path,
  name: page.title(site),
  description: page.description(site),
  inLanguage: 'en',
  isPartOf: { '@id': `${site.url}/#website` },
  primaryImageOfPage: {
    '@type': 'ImageObject',
    url: site.url + socialImage.path(page.path),
    width: socialImage.width,
    height: socialImage.height,
  },
  ...(page.path === '/'
    ? { mainEntity: softwareId(site) }
    : { breadcrumb: { '@id': `${site.url}${page.path}#breadcrumbs` } }),
});

const software = (page: PageMeta, site: Site) => ({
  '@type': 'SoftwareApplication',
  ...softwareId(site),
  name: site.brand,
  url: `${site.url}/`,
  description: page.description(site),
  applicationCategory: 'MultimediaApplication',
  featureList: featuresContent.sheet.map(({ term, detail }) => `${term}: ${detail}`),
  publisher: organizationId(site),
});

const breadcrumbs = (page: PageMeta, site: Site) => ({
  '@type': 'BreadcrumbList',
  '@id': `${site.url}${page.path}#breadcrumbs`,
  itemListElement: [pages[0], page].flatMap((entry, index) =>
    entry
      ? [
          {
            '@type': 'ListItem',
            position: index + 1,
            name: entry.label,
            item: site.url + entry.path,
          },
        ]
      : [],
  ),
});
