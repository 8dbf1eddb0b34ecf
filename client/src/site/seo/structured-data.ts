import type { Site } from '#shared/site';
import { prefixOf } from '#shared/site-languages';
import type { Wording } from '../content/languages.ts';
import type { PageHead, PagePath } from '../content/page-list.ts';
import { socialImage } from '../content/social-image-words.ts';

const pageTypes: Readonly<Record<string, string>> = {
  '/about': 'AboutPage',
  '/contact': 'ContactPage',
};

/**
 * Returns a page's JSON-LD in schema.org's vocabulary. Only the served HTML contains it, because
 * crawlers do not navigate within the page. It claims nothing that the page does not say: no ratings,
 * no prices. The words of the page must be loaded.
 */
export function structuredData(path: PagePath, head: PageHead, site: Site, wording: Wording) {
  const { language } = wording;
  const url = `${site.url}/`;
  const idOf = (part: string) => ({ '@id': `${url}#${part}` });
  const addressOf = (page: PagePath) => site.url + prefixOf(language) + page;
  const address = addressOf(path);
  const breadcrumb = { '@id': `${address}#breadcrumbs` };
  const description = head.description(site);
  const isHome = path === '/';
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', ...idOf('organization'), ...organization(site) },
      {
        '@type': 'WebSite',
        ...idOf('website'),
        url,
        name: site.brand,
        inLanguage: language,
        publisher: idOf('organization'),
      },
      {
        '@type': pageTypes[path] ?? 'WebPage',
        '@id': `${address}#page`,
        url: address,
        name: head.title(site),
        description,
        inLanguage: language,
        isPartOf: idOf('website'),
        primaryImageOfPage: {
          '@type': 'ImageObject',
          url: site.url + socialImage.path(path, language),
          width: socialImage.width,
          height: socialImage.height,
        },
        ...(isHome ? { mainEntity: idOf('software') } : { breadcrumb }),
      },
      isHome
        ? {
            '@type': 'SoftwareApplication',
            ...idOf('software'),
            name: site.brand,
            url,
            description,
            applicationCategory: 'MultimediaApplication',
            featureList: wording
              .loaded('home')
              ?.featuresContent.sheet.map(({ term, detail }) => `${term}: ${detail}`),
            publisher: idOf('organization'),
          }
        : {
            '@type': 'BreadcrumbList',
            ...breadcrumb,
            itemListElement: (['/', path] as const).map((page, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name: wording.frame.pageLabels[page],
              item: addressOf(page),
            })),
          },
    ],
  };
}

const organization = (site: Site) => ({
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
