import { expect, test } from 'vitest';
import { eventSchema } from '#shared/events';
import { QUARTER_DAYS } from '#shared/limits';
import type { PageData } from '#shared/page';
import { type Site, siteIn } from '#shared/site';
import { testPageData } from '../site/test-data.ts';
import { inCountry, mainOf, pageHtml, wordsOf } from './testing/page-words.ts';

const { site: usual } = testPageData();
const withSite = (over: Partial<Site>, data: Partial<PageData> = {}) => ({
  ...data,
  site: { ...usual, ...over },
});

const OFFERS = {
  notifyme: ['A cake at launch'],
  beta: ['Free cakes'],
  short: { notifyme: 'Free · A pie', beta: 'By application · Pies' },
  welcome: 'A cake is in the oven.',
};
const POSTHOG = { posthogHost: 'eu.i.posthog.com' };
const DATES = { privacyDate: '2026-11-01', termsDate: '2026-12-24' };
const subprocessor = { name: 'Rechner AG', purpose: 'Synthesises voices.', country: 'US' };
const NAMED = siteIn({ ...usual, subprocessors: [{ ...subprocessor, ground: 'scc' }] }, 'de');
const places = { posthog: { country: 'US', ground: 'adequacy' }, hosting: { country: 'DE' } };
const STATED = { site: siteIn({ ...usual, recipients: places } as Site, 'en') };
const CONTACTS = {
  dataProtectionOfficer: 'D. Po, dpo@zeta.test',
  euRepresentative: 'Rep GmbH, Wien',
  ukRepresentative: 'Rep Ltd, London',
  supervisoryAuthority: 'The Authority of Ort',
  minimumAge: 16,
};
const OFFICER =
  /officer D\. Po.*\(Art\. 27 GDPR\) Rep GmbH, Wien.*\(Art\. 27 UK GDPR\) Rep Ltd, London/;
const AUTHORITY = 'supervises us is The Authority of Ort.';
const ADDRESS = 'Zeta GmbH, Weg 1, 1 Ort, Land';
const DELETED = 'ploaded content is typically deleted within 30 days after processing completes';
const PERIODS = ['Up to 123 days', 'Up to 456 days', '182 days', 'Three years after'];
const EVENTS = eventSchema.options.flatMap(({ shape }) => [
  shape.name.value,
  ...Object.keys(shape.properties.shape),
]);
const VOICES = 'The dubbed voices that you can hear are synthetic';

type Says = readonly (string | RegExp)[];
test.each<[path: string, settings: Partial<PageData>, says: Says, hides?: RegExp]>([
  // The operator's identity, and the legal constants of the specification.
  ['/contact', {}, ['help@zeta.test', '+49 30 1', ADDRESS]],
  ['/privacy', {}, ['help@zeta.test', '+49 30 1', ADDRESS, DELETED, 'Last updated June 15, 2025']],
  ['/terms', {}, ['Zeta GmbH', 'law of Germany', DELETED, 'Last updated June 15, 2025']],
  ['/impressum', {}, ['§ 5 DDG', '§ 18(2) MStV', 'Zeta GmbH', 'Weg 1', '1 Ort', 'Land', 'HRB 1']],
  ['/impressum', {}, ['DE1', 'Z. Eta', 'help@zeta.test', '+49 30 1']],
  ['/ccpa', {}, ['help@zeta.test', '+49 30 1', 'answer requests within 45 days', ...PERIODS]],
  ['/gdpr', {}, ['help@zeta.test', 'Z. Eta', 'Zeta GmbH', 'response within one month', ...PERIODS]],
  ['/dpa', {}, ['help@zeta.test', 'Zeta GmbH', 'Zeta & Söhne', DELETED]],
  // Every event, every property and every legal basis.
  ['/privacy', {}, [...EVENTS, ...PERIODS, 'Global Privacy Control', 'may identify a person']],
  ['/privacy', {}, ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']],
  ['/privacy', {}, ['Art. 6(1)(a) GDPR', 'Art. 6(1)(b) GDPR', 'Art. 6(1)(c)', 'Art. 6(1)(f) GDPR']],
  // The periods that are set.
  ['/gdpr', { eventRetentionDays: 1 }, ['Up to 1 day on our server']],
  [
    '/gdpr',
    { eventRetentionDays: 2000 },
    ['2182 days after the last decision'],
    /Three years after/,
  ],
  // What the software keeps, what a stranger can learn, and where a draft is.
  ['/cookies', {}, ['cc_cookie', '182 days', 'up to 123 days', /growth_session.*2 hours/]],
  ['/cookies', {}, ['session history holds what you typed', 'own server']],
  ['/privacy', {}, ['learn that an address is on it', `an hour for ${QUARTER_DAYS} days`]],
  [
    '/privacy',
    { unconfirmedRetentionDays: 31 },
    ['learn that a confirmed address is on it'],
    /learn that an address is on it/,
  ],
  // Where PostHog keeps events is told by its host.
  ['/gdpr', POSTHOG, ['servers in the European Union']],
  ['/gdpr', { posthogHost: 'us.i.posthog.com' }, ['servers in the United States']],
  ['/gdpr', { posthogHost: 'ph.zeta.test' }, ['Events go to PostHog at ph.zeta.test.']],
  // Where recipients process data, and on which ground.
  ['/privacy', POSTHOG, [], /standard contractual|adequate/],
  [
    '/privacy',
    { ...POSTHOG, ...STATED },
    ['PostHog Place of processing: United States. Legal basis'],
  ],
  ['/privacy', STATED, [/its database Place of processing: Germany\. (?!Legal)/], /PostHog/],
  // The agreement names the subprocessors of the dubbing service, and nobody of the website.
  [
    '/dpa',
    withSite({ mailProvider: 'Postbote AG' }),
    ['We have not named any yet. We tell you before'],
    /Postbote|PostHog/,
  ],
  [
    '/dpa',
    { language: 'de', site: NAMED },
    [/Rechner AG Synthesises voices\. Ort der Verarbeitung/],
  ],
  [
    '/dpa',
    { language: 'de', site: NAMED },
    [/Vereinigte Staaten\. .*Standardvertragsklauseln.*Weitere .* gibt es nicht/],
  ],
  // What the operator promises, and by default what the specification says.
  [
    '/',
    withSite({ offers: OFFERS }),
    ['A cake at launch', 'Free cakes', 'A pie', 'Pies'],
    /\d+\s?% (off|early|lifetime)|webinar/,
  ],
  ['/', {}, [/25% off at launch.*50% off for life.*Exclusive 25% early-bird/], /synthetic/],
  ['/', { language: 'de' }, [/25 % Rabatt/]],
  ['/', withSite({ media: { de: 'de.opus' } }), [VOICES]],
  // When they were changed, as their language writes it.
  ['/privacy', withSite(DATES), ['Last updated November 1, 2026']],
  ['/terms', withSite(DATES), ['Last updated December 24, 2026']],
  ['/privacy', withSite(DATES, { language: 'fr' }), ['mise à jour : 1 novembre 2026']],
  // Who answers for data protection, and the age, where they are set.
  ['/privacy', withSite(CONTACTS), [OFFICER, AUTHORITY, 'aged 16 or over']],
  ['/gdpr', withSite(CONTACTS), [OFFICER, AUTHORITY]],
  ['/terms', withSite(CONTACTS), ['aged 16 or over']],
  ['/privacy', {}, ['UK GDPR'], /officer|Representative in|supervises us|aged/],
  ['/gdpr', {}, ['UK GDPR'], /officer|Representative in|supervises us|aged/],
  // The data protection law of the people who read the language.
  ['/privacy', { language: 'pt-BR' }, [/LGPD.*ANPD/]],
  ['/gdpr', { language: 'pt-BR' }, [/LGPD.*ANPD/]],
  ['/privacy', { language: 'ja' }, [/個人情報保護法.*個人情報保護委員会/]],
  ['/gdpr', { language: 'ja' }, [/個人情報保護法.*個人情報保護委員会/]],
  // The law of accessibility and who watches over it, where there is one.
  ['/accessibility', withSite(inCountry('Germany')), [/BFSG.*\(MLBF\) in Magdeburg/]],
  ['/accessibility', withSite(inCountry('Austria')), [/BaFG.*Sozialministerium/]],
  ['/accessibility', withSite(inCountry('Spain')), ['Directive (EU) 2019/882']],
  ['/accessibility', withSite(inCountry('USA')), [], /What the law says|BFSG/],
])('%s says what its settings mean (%#)', async (path, settings, says, hides) => {
  const said = wordsOf(mainOf(await pageHtml(path, settings)));
  for (const text of says) expect.soft(said).toMatch(text);
  if (hides) expect(said).not.toMatch(hides);
});
