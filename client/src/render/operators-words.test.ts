import { expect, test } from 'vitest';
import type { PageData } from '#shared/page';
import { type Site, siteIn } from '#shared/site';
import type { Language } from '#shared/site-languages';
import { writtenLanguages } from '../site/content/languages.ts';
import { testPageData } from '../site/test-data.ts';
import { confirmMessage, listMessage, paths, render } from './entry-server.tsx';

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

test('the message that asks for a confirmation promises nothing, which would be advertising', async () => {
  const site = { ...testPageData().site, offers: OWN };
  const { text, html } = await confirmMessage({ ...message, site });
  expect(text).not.toMatch(/cake|%|lifetime|benefit/i);
  expect(html).not.toMatch(/cake|lifetime|benefit/i);
});

test('a message names the company as the law of its country wants it', async () => {
  const { site } = testPageData();
  const sender = { register: 'HRB 1', managingDirector: 'Ada Lovelace' };
  const input = {
    language: 'en',
    name: 'Ann',
    leaveUrl: 'https://zeta.test/b',
    kind: 'declined',
  } as const;
  const textOf = async (over: Partial<Site>) =>
    (await listMessage({ ...input, site: { ...site, ...sender, ...over } })).text;
  expect(await textOf({})).toContain('Commercial register: HRB 1\nManaging director: Ada Lovelace');
  const abroad = await textOf({
    address: { ...site.address, country: 'France', countryCode: 'FR' },
  });
  expect(abroad).toContain('HRB 1');
  expect(abroad).not.toContain('Lovelace');
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
    /Rechner AG Synthesises voices\. Ort der Verarbeitung: Vereinigte Staaten\. .*Standardvertragsklauseln.*Weitere Unterauftragsverarbeiter gibt es nicht/,
  );
});

test('where recipients process data, and on which ground, is what the operator states', async () => {
  const posthog = { posthogHost: 'eu.i.posthog.com' };
  expect(await words('/privacy', {}, 'en', posthog)).not.toMatch(/standard contractual|adequate/);
  const recipients = { posthog: { country: 'US', ground: 'adequacy' }, hosting: { country: 'DE' } };
  const stated = siteIn({ ...testPageData().site, recipients } as Site, 'en');
  const said = await words('/privacy', stated, 'en', { ...posthog, recipients: ['hosting'] });
  expect(said).toContain('PostHog Place of processing: United States. Legal basis');
  expect(said).toMatch(/Our server Place of processing: Germany\. (?!Legal)/);
  expect(await words('/privacy', stated)).not.toContain('PostHog');
});

test('who runs the server is named, described or left open, as data/site.json says', async () => {
  type Hosting = NonNullable<Site['recipients']>['hosting'];
  const wordsWith = async (path: string, hosting?: Hosting) => {
    const recipients = hosting === undefined ? {} : { hosting };
    return words(path, { recipients }, 'en', hosting ? { recipients: ['hosting'] } : {});
  };
  expect(await wordsWith('/privacy', null)).toContain('Nobody outside Zeta GmbH receives');
  expect(await wordsWith('/gdpr', null)).toContain('transfers none');
  const named = { name: 'Rechner AG', country: 'Land' };
  expect(await wordsWith('/privacy', named)).toMatch(
    /Rechner AG runs our server.*Nobody else outside.*Our server Name: Rechner AG\. Place of processing: Land\./,
  );
  expect(await wordsWith('/ccpa', named)).toContain('Rechner AG runs the server');
  expect(await wordsWith('/privacy', {})).toContain('The hosting company that runs our server');
  expect(await wordsWith('/privacy')).toMatch(/If a hosting company.*Nobody else outside/);
  for (const hosting of [named, {}, undefined]) {
    const said = await wordsWith('/gdpr', hosting);
    expect(said).not.toMatch(/Nobody outside|transfers none|own server/);
  }
});

test('how long others keep data is what the operator states, and otherwise left to them', async () => {
  const settings: Partial<PageData> = { posthogHost: 'eu.i.posthog.com', recipients: ['team'] };
  const recipients = { posthog: { retentionDays: 400 }, team: { retentionDays: 90 } };
  const said = await words('/privacy', { recipients }, 'en', settings);
  expect(said).toMatch(
    /Up to 400 days\. PostHog deletes.*Up to 90 days, or until they are deleted/,
  );
  expect(await words('/privacy', {}, 'en', settings)).toMatch(
    /Until PostHog’s retention period ends\..*Until its retention period ends/,
  );
});

const inCountry = (country: string): Partial<Site> =>
  siteIn(
    { ...testPageData().site, address: { street: 'Weg 1', postalCode: '1', city: 'Ort', country } },
    'en',
  );

test.each([
  [
    'Germany',
    /§ 5 DDG.*§ 27a.*§ 18\(2\) MStV/,
    /§ 7\(2\) no\. 2 UWG.*§ 25\(1\) TDDDG.*(§ 25\(2\) no\. 2.*){2}/,
    /essential duty/,
  ],
  [
    'Austria',
    /§ 5 ECG.*§ 25 MedienG.*Zeta GmbH, Ort/,
    /§ 174\(3\).*§ 165\(3\).*TKG 2021/,
    /essential duty/,
  ],
  ['Switzerland', /UCA/, /Art\. 45c of the Swiss/, /essential duty/],
  ['France', /Directive 2000\/31\/EC/, /Art\. 5\(3\) of Directive 2002\/58\/EC/, /essential duty/],
  ['UK', /Electronic Commerce Regulations 2002/, /PECR/, /Nothing in these terms limits/],
  [
    'USA',
    /Who runs this website/,
    /consent: Art\. 6\(1\)\(a\) GDPR\./,
    /Nothing in these terms limits/,
  ],
  ['Ruritania', /Who runs this website/, /consent: Art\. 6\(1\)\(a\) GDPR\./, /Nothing in these/],
])('legal texts follow the law of %s', async (country, notice, bases, liability) => {
  const site = inCountry(country);
  expect(await words('/impressum', site)).toMatch(notice);
  expect(await words('/privacy', site)).toMatch(bases);
  expect(await words('/terms', site)).toMatch(liability);
});

test.each([
  ['Germany', true],
  ['Austria', true],
  ['France', true],
  ['Switzerland', false],
  ['UK', false],
  ['USA', false],
  ['Ruritania', false],
])('a company in %s has an authority and its data in the EEA: %s', async (country, isOfEea) => {
  const said = await words('/gdpr', inCountry(country));
  expect(said.includes('where we are based, in Ort (Art. 77)')).toBe(isOfEea);
  expect(said.includes('transfers none to countries outside')).toBe(isOfEea);
});

test('a company in the United Kingdom is under its law for everybody', async () => {
  for (const path of ['/privacy', '/gdpr']) {
    const said = await words(path, inCountry('UK'));
    expect(said, path).toContain('The UK GDPR therefore applies to everybody');
    expect(said, path).not.toContain('If you live in the United Kingdom');
    expect(await words(path, inCountry('UK'), 'de'), path).toMatch(/UK GDPR.*Schweiz leben/);
  }
});

test('outside Germany no page names a German law, in any language', async () => {
  const site = inCountry('Canada');
  for (const language of writtenLanguages) {
    for (const path of paths) {
      expect(await words(path, site, language), `${language} ${path}`).not.toMatch(/DDG|MStV|UStG/);
    }
  }
});

test('a sole trader without register, VAT number, phone and director has pages without them', async () => {
  const { phone: _, register, ...site } = testPageData().site;
  const trader = { ...site, vatId: null, managingDirector: null, company: 'Ada Eta' };
  const data = { ...testPageData(), site: trader };
  for (const path of paths) {
    const { html } = await render(path, { data, manifest: null });
    expect(html, path).not.toMatch(/tel:|undefined|>null|telephone|vatID/);
  }
  const notice = await render('/impressum', { data, manifest: null });
  const headings = [...notice.html.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, heading]) => heading);
  expect(headings.slice(0, 4)).toEqual([
    'Company',
    'Contact',
    'Responsible for content',
    'Disclaimer',
  ]);
  expect(notice.html).toContain('Under § 18(2) MStV: Ada Eta, Weg 1');
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
    expect(await words(path), path).toContain('UK GDPR');
    expect(await words(path, {}, 'pt-BR'), path).toMatch(/LGPD.*ANPD/);
    expect(await words(path, {}, 'ja'), path).toMatch(/個人情報保護法.*個人情報保護委員会/);
  }
});

test('one version binds of the contracts only', async () => {
  const languages = ['en', 'de'] as const;
  for (const path of paths) {
    const isContract = ['/terms', '/dpa'].includes(path);
    const said = await words(path, {}, 'de', { languages });
    expect(/erbindlich ist die englische/.test(said), path).toBe(isContract);
    expect(/version is binding/.test(await words(path, {}, 'en', { languages })), path).toBe(
      isContract,
    );
  }
});

test('the accessibility statement names the law and who watches over it, where there is one', async () => {
  expect(await words('/accessibility')).toMatch(/BFSG.*\(MLBF\) in Magdeburg/);
  expect(await words('/accessibility', inCountry('Austria'))).toMatch(/BaFG.*Sozialministerium/);
  expect(await words('/accessibility', inCountry('Spain'))).toContain('Directive (EU) 2019/882');
  expect(await words('/accessibility', inCountry('USA'))).not.toMatch(/What the law says|BFSG/);
});

test('where dubbed voices are heard, the page says that they are synthetic', async () => {
  const note = 'The dubbed voices that you can hear are synthetic';
  expect(await words('/', { media: { de: 'de.opus' } })).toContain(note);
  expect(await words('/')).not.toContain(note);
});
