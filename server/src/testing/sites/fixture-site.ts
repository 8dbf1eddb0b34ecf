import type { RenderModule } from '#shared/page';
import { EXAMPLE_SITE } from '../../site-config.ts';

/** Long enough to become smaller when compressed. */
const FILLER = '<p>The same words again and again.</p>'.repeat(40);

/** A small but complete site: it replaces the built entry-server of the real one. */
export const fixtureRender: RenderModule = {
  paths: ['/', '/about'],
  render: async (path, { data }) => ({
    status: fixtureRender.paths.includes(path) ? 200 : 404,
    html: `<!doctype html><title>${data.site.brand} ${path}</title><p>gpc ${data.gpc}, revision ${data.revision}</p>${FILLER}`,
  }),
  growthPage: ({ site }) => `<!doctype html><title>Growth · ${site.brand}</title>`,
  consentText: (posthogHost) => ({
    language: 'en',
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
  }),
  webManifest: ({ brand }) => ({ name: brand }),
};

export const fixtureData = {
  site: EXAMPLE_SITE,
  publicKey: 'public-anon-key',
  revision: 1,
  textHash: 'f'.repeat(64),
  posthogHost: null,
  posthogToken: null,
  eventRetentionDays: 395,
  signupRetentionDays: 730,
};
