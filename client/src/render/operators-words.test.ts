import { expect, test } from 'vitest';
import type { Language } from '#shared/languages';
import type { PageData } from '#shared/page';
import { type Site, siteIn } from '#shared/site';
import { testPageData } from '../site/test-data.ts';
import { confirmMessage, render } from './entry-server.tsx';

// What an operator sets in data/site.json, on the pages of a site that sets it.

const ENTITIES: Record<string, string> = { amp: '&', '#x27': "'", quot: '"', lt: '<', gt: '>' };
/** Returns what a reader finds on the page, as one line. */
async function words(
  path: string,
  over: Partial<Site> = {},
  language: Language = 'en',
  settings: Partial<PageData> = {},
) {
  const data = {
    ...testPageData({ ...settings, language }),
    site: { ...testPageData().site, ...over },
  };
  const { html } = await render(path, { data, manifest: null });
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;)])/g, '$1');
}

const OWN = {
  notifyme: ['A cake at launch'],
  beta: ['Free cakes'],
  short: { notifyme: 'Free · A cake', beta: 'By application · Cakes' },
  welcome: 'A cake is in the oven.',
};
const message = {
  language: 'en',
  name: 'Ann',
  signupType: 'beta',
  code: '123456',
  confirmUrl: 'https://zeta.test/a',
  leaveUrl: 'https://zeta.test/b',
  unconfirmedRetentionDays: 30,
} as const;

test('the site promises what its operator says, and by default what the specification says', async () => {
  const own = await words('/', { offers: OWN });
  for (const promise of ['A cake at launch', 'Free cakes', 'A cake', 'Cakes']) {
    expect.soft(own).toContain(promise);
  }
  expect(own).not.toMatch(/\d+\s?% (off|early|lifetime)|webinar/);
  expect(await words('/')).toMatch(/25% off at launch.*50% off for life.*Exclusive 25% early-bird/);
  expect(await words('/', {}, 'de')).toMatch(/25 % Rabatt/);
});

test('the message about a signup promises nothing that the site does not', async () => {
  const site = { ...testPageData().site, offers: OWN };
  expect((await confirmMessage({ ...message, site })).text).not.toMatch(/\d+%|lifetime/);
});

test('the privacy policy and the terms say when they were changed, as their language writes it', async () => {
  const dates = { privacyDate: '2026-11-01', termsDate: '2026-12-24' };
  expect(await words('/privacy')).toContain('Last updated June 15, 2025');
  expect(await words('/privacy', dates)).toContain('Last updated November 1, 2026');
  expect(await words('/terms', dates)).toContain('Last updated December 24, 2026');
  expect(await words('/privacy', dates, 'fr')).toContain('mise à jour : 1 novembre 2026');
});

const subprocessors = [
  { name: 'Rechner AG', purpose: 'Synthesises voices.', country: 'US', ground: 'scc' as const },
];

test('the agreement names the subprocessors of the dubbing service, and nobody of the website', async () => {
  const site = { mailProvider: 'Postbote AG' };
  expect(await words('/dpa', site)).toContain('We have not named any yet. We tell you before');
  expect(await words('/dpa', site)).not.toMatch(/Postbote|PostHog/);
  const named = siteIn({ ...testPageData().site, subprocessors }, 'de');
  expect(await words('/dpa', named, 'de')).toMatch(
    /Rechner AG Synthesises voices\. Ort der Verarbeitung: Vereinigte Staaten\. .*Standardvertragsklauseln.*Weitere Unterauftragnehmer gibt es nicht/,
  );
});

test('where recipients process data, and on which ground, is what the operator states', async () => {
  const posthog = { posthogHost: 'eu.i.posthog.com' };
  expect(await words('/privacy', {}, 'en', posthog)).not.toMatch(/standard contractual|adequate/);
  const recipients = { posthog: { country: 'US', ground: 'adequacy' }, hosting: { country: 'DE' } };
  const stated = siteIn({ ...testPageData().site, recipients } as Site, 'en');
  const said = await words('/privacy', stated, 'en', posthog);
  expect(said).toContain('PostHog Place of processing: United States. Legal basis');
  expect(said).toMatch(/Our server and its database Place of processing: Germany\. (?!Legal)/);
  expect(await words('/privacy', stated)).not.toContain('PostHog');
});
