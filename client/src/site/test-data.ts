import type { PageData } from '#shared/page';

/** A site identity for tests. Every value differs from the example in data/site.example.json. */
export const testPageData = (over: Partial<PageData> = {}): PageData => ({
  site: {
    brand: 'Zeta & Söhne',
    url: 'https://zeta.test',
    email: 'help@zeta.test',
    phone: '+49 30 1',
    address: { street: 'Weg 1', postalCode: '1', city: 'Ort', country: 'Land' },
    company: 'Zeta GmbH',
    register: 'HRB 1',
    vatId: 'DE1',
    managingDirector: 'Z. Eta',
    jurisdiction: 'Germany',
    termsDate: 'June 15, 2025',
  },
  language: 'en',
  languages: ['en'],
  publicKey: 'key',
  revision: 3,
  textHash: 'f'.repeat(64),
  textsSince: { en: 3 },
  posthogHost: null,
  posthogToken: null,
  gpc: false,
  eventRetentionDays: 123,
  signupRetentionDays: 456,
  ...over,
});
