import type { PageData } from '#shared/page';

/** A site identity for tests. Every value differs from the example in data/site.example.json. */
export const testPageData = (over: Partial<PageData> = {}): PageData => ({
  site: {
    brand: 'Zeta & Söhne',
    url: 'https://zeta.test',
    email: 'help@zeta.test',
    phone: '+49 30 1',
    address: { street: 'Weg 1', postalCode: '1', city: 'Ort', country: 'Land', countryCode: 'DE' },
    company: 'Zeta GmbH',
    register: 'HRB 1',
    vatId: 'DE1',
    managingDirector: 'Z. Eta',
    jurisdiction: 'Germany',
    termsDate: '2025-06-15',
    privacyDate: '2025-06-15',
    recipients: { hosting: null },
  },
  offers: {
    notifyme: ['A cake at launch'],
    beta: ['Free cakes during the beta'],
    short: { notifyme: 'Free · A cake', beta: 'By application · Cakes' },
    welcome: 'You are on the waitlist, and a cake is in the oven.',
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
  recipients: [],
  eventRetentionDays: 123,
  signupRetentionDays: 456,
  ...over,
});
