import type { RenderModule } from '#shared/page';
import { LANGUAGES } from '#shared/site-languages';
import { renderMailPages } from '../../site/render-pages.ts';
import { EXAMPLE_SITE } from '../../site/site-config.ts';

/** Long enough to become smaller when compressed. */
const FILLER = '<p>The same words again and again.</p>'.repeat(40);

/** A small but complete site: it replaces the built entry-server of the real one. */
export const fixtureRender: RenderModule = {
  languages: ['en', 'de'],
  paths: ['/', '/about'],
  render: async (path, { data }) => ({
    status: fixtureRender.paths.includes(path) ? 200 : 404,
    html: `<!doctype html><html lang="${data.language}"><title>${data.site.brand} ${path}</title><p>gpc ${data.gpc}, revision ${data.revision}</p>${FILLER}`,
  }),
  growthPage: async ({ site }) => `<!doctype html><title>Growth · ${site.brand}</title>`,
  mailPage: async (page, { data: { language } }, { entered } = {}) => {
    const { name, signupType, youtubeChannel, useCase } = (page === 'confirm' && entered) || {};
    const words = [name, signupType, youtubeChannel, useCase].filter(Boolean).join(', ');
    const of = words && ` of ${words}`;
    return `page ${page}${language === 'en' ? '' : ` in ${language}`}${of}`;
  },
  confirmMessage: async ({ name, code, confirmUrl, leaveUrl }) => ({
    subject: 'Confirm',
    text: `Hello ${name}: ${confirmUrl} ${code} ${leaveUrl}`,
    html: `<p><a href="${confirmUrl}">Confirm</a> ${code} <a href="${leaveUrl}">Leave</a></p>`,
  }),
  listMessage: async ({ kind, name, leaveUrl, ...input }) => {
    const words = 'words' in input ? input.words : { subject: kind, text: '' };
    const link = 'url' in input ? input.url : '';
    const text = `${kind} for ${name}: ${words.text}${link} ${leaveUrl}`;
    return { subject: words.subject, text, html: `<p>${text}</p>` };
  },
  launchText: async (language, kind, { company }) => `${company} writes once: ${kind}, ${language}`,
  signupWording: async (language) => `One message at launch, in ${language}`,
  consentText: async (language, { posthogHost }) => ({
    language,
    title: 'Cookies?',
    description: posthogHost ? `Passed on to ${posthogHost}.` : 'Kept here.',
    accept: 'Accept',
    reject: 'Reject',
    manage: 'Manage',
    save: 'Save',
    policyLink: 'Cookie policy',
    preferencesTitle: 'Preferences',
    analyticsTitle: 'Analytics',
    analyticsDescription: 'Four events.',
    information: 'We are responsible.',
  }),
  webManifest: async ({ brand }, lang) => ({ name: brand, lang }),
};

/** A site in which nothing is left of the example. */
export const OWN_SITE = {
  ...EXAMPLE_SITE,
  url: 'https://www.acme.com',
  email: 'support@acme.com',
  phone: '+49 30 1',
  address: { ...EXAMPLE_SITE.address, street: 'Hauptstraße 1', postalCode: '10119' },
  company: 'Acme GmbH',
  register: 'Amtsgericht Berlin, HRB 1',
  vatId: 'DE123456789',
  managingDirector: 'Jane Doe',
};

export const fixtureData = {
  site: EXAMPLE_SITE,
  languages: fixtureRender.languages,
  publicKey: 'public-anon-key',
  revision: 1,
  textHashes: new Map([['en', 'f'.repeat(64)] as const]),
  textsSince: { en: 1 },
  posthogHost: null,
  recipients: [],
  posthogToken: null,
  eventRetentionDays: 395,
  signupRetentionDays: 730,
};

/** The pages of messages, in every language. */
export const fixtureMailPages = renderMailPages({
  render: fixtureRender,
  data: { ...fixtureData, languages: LANGUAGES },
  manifest: null,
});
