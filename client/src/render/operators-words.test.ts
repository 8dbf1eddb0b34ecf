import { expect, test } from 'vitest';
import type { PageData } from '#shared/page';
import { type Site, siteIn } from '#shared/site';
import { writtenLanguages } from '../site/content/languages.ts';
import { testPageData } from '../site/test-data.ts';
import { confirmMessage, listMessage, paths } from './entry-server.tsx';
import { pageHtml, pageWords } from './testing/page-words.ts';

// What an operator sets in data/site.json, on the pages of a site that sets it.

const { site: usual } = testPageData();
const words = (path: string, over: Partial<Site> = {}, data: Partial<PageData> = {}) =>
  pageWords(path, { ...data, site: { ...usual, ...over } });

const OWN = {
  notifyme: ['A cake at launch'],
  beta: ['Free cakes'],
  short: { notifyme: 'Free · A cake', beta: 'By application · Cakes' },
  welcome: 'A cake is in the oven.',
};
test('the site promises what its operator says, and by default what the specification says', async () => {
  const own = await words('/', { offers: OWN });
  for (const promise of ['A cake at launch', 'Free cakes', 'A cake', 'Cakes']) {
    expect.soft(own).toContain(promise);
  }
  expect(own).not.toMatch(/\d+\s?% (off|early|lifetime)|webinar/);
  expect(await words('/')).toMatch(/25% off at launch.*50% off for life.*Exclusive 25% early-bird/);
  expect(await words('/', {}, { language: 'de' })).toMatch(/25 % Rabatt/);
});

test('the message that asks for a confirmation promises nothing, which would be advertising', async () => {
  const { text, html } = await confirmMessage({
    ...{ language: 'en', name: 'Ann', signupType: 'beta', code: '123456' },
    ...{ confirmUrl: 'https://zeta.test/a', leaveUrl: 'https://zeta.test/b' },
    ...{ unconfirmedRetentionDays: 30, site: { ...usual, offers: OWN } },
  });
  expect(text).not.toMatch(/cake|%|lifetime|benefit/i);
  expect(html).not.toMatch(/cake|lifetime|benefit/i);
});

test('a message names the company as the law of its country wants it', async () => {
  const sender = { ...usual, register: 'HRB 1', managingDirector: 'Ada Lovelace' };
  const input = { language: 'en', name: 'Ann', leaveUrl: 'https://zeta.test/b' } as const;
  const textOf = async (site: Site) =>
    (await listMessage({ ...input, kind: 'declined', site })).text;
  const names = 'Commercial register: HRB 1\nManaging director: Ada Lovelace';
  expect(await textOf(sender)).toContain(names);
  const address = { ...usual.address, country: 'France', countryCode: 'FR' };
  const abroad = await textOf({ ...sender, address });
  expect(abroad).toContain('HRB 1');
  expect(abroad).not.toContain('Lovelace');
});

test('the privacy policy and the terms say when they were changed, as their language writes it', async () => {
  const dates = { privacyDate: '2026-11-01', termsDate: '2026-12-24' };
  expect(await words('/privacy')).toContain('Last updated June 15, 2025');
  expect(await words('/privacy', dates)).toContain('Last updated November 1, 2026');
  expect(await words('/terms', dates)).toContain('Last updated December 24, 2026');
  const french = await words('/privacy', dates, { language: 'fr' });
  expect(french).toContain('mise à jour : 1 novembre 2026');
});

const subprocessors = [
  { name: 'Rechner AG', purpose: 'Synthesises voices.', country: 'US', ground: 'scc' as const },
];

test('the agreement names the subprocessors of the dubbing service, and nobody of the website', async () => {
  const site = { mailProvider: 'Postbote AG' };
  expect(await words('/dpa', site)).toContain('We have not named any yet. We tell you before');
  expect(await words('/dpa', site)).not.toMatch(/Postbote|PostHog/);
  const named = siteIn({ ...usual, subprocessors }, 'de');
  expect(await words('/dpa', named, { language: 'de' })).toMatch(
    /Rechner AG Synthesises voices\. Ort der Verarbeitung: Vereinigte Staaten\. .*Standardvertragsklauseln.*Weitere Unterauftragsverarbeiter gibt es nicht/,
  );
});

test('where recipients process data, and on which ground, is what the operator states', async () => {
  const posthog = { posthogHost: 'eu.i.posthog.com' };
  expect(await words('/privacy', {}, posthog)).not.toMatch(/standard contractual|adequate/);
  const recipients = { posthog: { country: 'US', ground: 'adequacy' }, hosting: { country: 'DE' } };
  const stated = siteIn({ ...usual, recipients } as Site, 'en');
  const said = await words('/privacy', stated, posthog);
  expect(said).toContain('PostHog Place of processing: United States. Legal basis');
  expect(said).toMatch(/Our server and its database Place of processing: Germany\. (?!Legal)/);
  expect(await words('/privacy', stated)).not.toContain('PostHog');
});

const inCountry = (country: string): Partial<Site> => {
  const address = { street: 'Weg 1', postalCode: '1', city: 'Ort', country };
  return siteIn({ ...usual, address }, 'en');
};

const GDPR_ONLY = /consent: Art\. 6\(1\)\(a\) GDPR\./;
const UNLIMITED = /Nothing in these terms limits/;
const DUTY = /essential duty/;
test.each([
  ['Germany', /§ 5 DDG.*§ 27a.*§ 18\(2\) MStV/, /§ 25\(1\) TDDDG.*§ 25\(2\) no\. 2/, DUTY],
  ['Austria', /§ 5 ECG.*§ 25 MedienG.*Zeta GmbH, Ort/, /§ 165\(3\).*TKG 2021/, DUTY],
  ['Switzerland', /UCA/, /Art\. 45c of the Swiss/, DUTY],
  ['France', /Directive 2000\/31\/EC/, /Art\. 5\(3\) of Directive 2002\/58\/EC/, DUTY],
  ['UK', /Electronic Commerce Regulations 2002/, /PECR/, UNLIMITED],
  ['USA', /Who runs this website/, GDPR_ONLY, UNLIMITED],
  ['Ruritania', /Who runs this website/, GDPR_ONLY, UNLIMITED],
])('legal texts follow the law of %s', async (country, notice, bases, liability) => {
  const site = inCountry(country);
  expect(await words('/impressum', site)).toMatch(notice);
  expect(await words('/privacy', site)).toMatch(bases);
  expect(await words('/terms', site)).toMatch(liability);
});

test('outside Germany no page names a German law, in any language', async () => {
  const site = inCountry('Canada');
  for (const language of writtenLanguages)
    for (const path of paths) {
      const said = await words(path, site, { language });
      expect(said, `${language} ${path}`).not.toMatch(/DDG|MStV|UStG/);
    }
});

test('a sole trader without register, VAT number, phone and director has pages without them', async () => {
  const { phone: _, register, ...rest } = usual;
  const site = { ...rest, vatId: null, managingDirector: null, company: 'Ada Eta' };
  for (const path of paths) {
    const html = await pageHtml(path, { site });
    expect(html, path).not.toMatch(/tel:|undefined|>null|telephone|vatID/);
  }
  const notice = await pageHtml('/impressum', { site });
  const headings = [...notice.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, heading]) => heading);
  const first = ['Company', 'Contact', 'Responsible for content', 'Disclaimer'];
  expect(headings.slice(0, 4)).toEqual(first);
  expect(notice).toContain('Under § 18(2) MStV: Ada Eta, Weg 1');
});

test('who answers for data protection, the authority and the age are named where they are set', async () => {
  const set = {
    dataProtectionOfficer: 'D. Po, dpo@zeta.test',
    euRepresentative: 'Rep GmbH, Wien',
    ukRepresentative: 'Rep Ltd, London',
    supervisoryAuthority: 'The Authority of Ort',
    minimumAge: 16,
  };
  const contacts =
    /officer D\. Po.*\(Art\. 27 GDPR\) Rep GmbH, Wien.*\(Art\. 27 UK GDPR\) Rep Ltd, London/;
  for (const path of ['/privacy', '/gdpr']) {
    const said = await words(path, set);
    expect(said, path).toMatch(contacts);
    expect(said, path).toContain('supervises us is The Authority of Ort.');
    expect(await words(path), path).not.toMatch(/officer|Representative in|supervises us|aged/);
  }
  expect(await words('/privacy', set)).toContain('aged 16 or over');
  expect(await words('/terms', set)).toContain('aged 16 or over');
});

test('each language has the data protection law of the people who read it', async () => {
  for (const path of ['/privacy', '/gdpr']) {
    const inLanguage = (language: 'en' | 'pt-BR' | 'ja') => words(path, {}, { language });
    expect(await inLanguage('en'), path).toContain('UK GDPR');
    expect(await inLanguage('pt-BR'), path).toMatch(/LGPD.*ANPD/);
    expect(await inLanguage('ja'), path).toMatch(/個人情報保護法.*個人情報保護委員会/);
  }
});

test('one version binds of the contracts only', async () => {
  const languages = ['en', 'de'] as const;
  const binding = /erbindlich ist die englische|version is binding/;
  for (const path of paths)
    for (const language of languages) {
      const said = await words(path, {}, { language, languages });
      expect(binding.test(said), path).toBe(['/terms', '/dpa'].includes(path));
    }
});

test('the accessibility statement names the law and who watches over it, where there is one', async () => {
  const said = (country: string) => words('/accessibility', inCountry(country));
  expect(await said('Germany')).toMatch(/BFSG.*\(MLBF\) in Magdeburg/);
  expect(await said('Austria')).toMatch(/BaFG.*Sozialministerium/);
  expect(await said('Spain')).toContain('Directive (EU) 2019/882');
  expect(await said('USA')).not.toMatch(/What the law says|BFSG/);
});

test('where dubbed voices are heard, the page says that they are synthetic', async () => {
  const note = 'The dubbed voices that you can hear are synthetic';
  expect(await words('/', { media: { de: 'de.opus' } })).toContain(note);
  expect(await words('/')).not.toContain(note);
});
