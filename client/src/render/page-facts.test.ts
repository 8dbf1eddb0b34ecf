import { expect, test } from 'vitest';
import { eventSchema } from '#shared/events';
import { QUARTER_DAYS } from '#shared/limits';
import type { PageData } from '#shared/page';
import type { SignupType } from '#shared/signups';
import { type Site, siteIn } from '#shared/site';
import { testPageData } from '../site/testing/test-page-data.ts';
import { confirmMessage, listMessage, mailPage, paths } from './entry-server.tsx';
import { inCountry, mainWords, pageHtml, pageWords } from './testing/page-words.ts';

const { site: usual } = testPageData();
const withSite = (over: Partial<Site>, data: Partial<PageData> = {}) => ({
  ...data,
  site: { ...usual, ...over },
});

const OFFERS = {
  notifyme: ['A cake at launch'],
  beta: ['Free cakes'],
  short: { notifyme: 'Free · A pie', beta: 'By application · Pies' },
  conditions: { notifyme: 'One cake each, until May.', beta: 'Cakes for testers.' },
  welcome: 'A cake is in the oven.',
};
const PROMISED = withSite({ offers: OFFERS });
const { conditions: _conditions, ...withoutConditions } = OFFERS;
const UNPROMISED = withSite({ offers: withoutConditions });
const CODES = { codesUntil: { notifyme: '2027-06-30', beta: null } };
const LIMITED = withSite(CODES);
const POSTHOG = { posthogHost: 'eu.i.posthog.com' };
const DATES = { privacyDate: '2026-11-01', termsDate: '2026-12-24' };
const subprocessor = { name: 'Rechner AG', purpose: 'Synthesises voices.', country: 'US' };
const subprocessors = [{ ...subprocessor, ground: 'scc' as const }];
const NAMED = { language: 'de', site: siteIn({ ...usual, subprocessors }, 'de') } as const;
const places = { posthog: { country: 'US', ground: 'adequacy' }, hosting: { country: 'DE' } };
const inGermany = { posthog: { country: 'DE', ground: 'adequacy' } };
const STATED = {
  site: siteIn({ ...usual, recipients: places } as Site, 'en'),
  recipients: ['hosting' as const],
};
const ALL_STATED = { ...POSTHOG, ...STATED };
const AT_OTHERS = { ...POSTHOG, recipients: ['team' as const] };
const retentionOfOthers = { posthog: { retentionDays: 400 }, team: { retentionDays: 90 } };
const PERIODS_STATED = withSite({ recipients: retentionOfOthers }, AT_OTHERS);
const until = '2026-03-14';
const AFTER_OTHERS: Partial<PageData> = {
  ...PERIODS_STATED,
  pastRecipients: [
    { who: 'posthog', name: 'us.i.posthog.com', until },
    { who: 'team', name: 'Chat AG', until },
  ],
};
const MAIL = { unconfirmedRetentionDays: 31 };
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
const PERIODS = ['Up to 123 days', 'Up to 456 days', '182 days', '3 years after'];
const EVENTS = eventSchema.options.flatMap(({ shape }) => [
  shape.name.value,
  ...Object.keys(shape.properties.shape),
]);
const BRITISH = withSite(inCountry('UK'));
const { hosting: _, ...others } = usual.recipients ?? {};
const hostedBy = (hosting?: NonNullable<Site['recipients']>['hosting']) =>
  withSite(
    { recipients: { ...others, ...(hosting !== undefined && { hosting }) } },
    { recipients: hosting ? ['hosting'] : [] },
  );
const HOST = { name: 'Rechner AG', country: 'Land' };
const SWISS = withSite(
  { ...inCountry('Switzerland'), recipients: { hosting: { ...HOST, ground: 'adequacy' } } },
  { recipients: ['hosting'] },
);
const OF_NOBODY = /Nobody outside|transfers none|own server/;
const VOICES = 'The dubbed voices that you can hear are synthetic';

type Says = readonly (string | RegExp)[];
test.each<[paths: string, says: Says, settings?: Partial<PageData>, hides?: RegExp]>([
  // The operator's identity, and the legal constants of the specification.
  ['/contact', ['help@zeta.test', '+49 30 1', ADDRESS]],
  ['/privacy', ['help@zeta.test', '+49 30 1', ADDRESS, DELETED, 'Last updated June 15, 2025']],
  ['/terms', ['Zeta GmbH', 'law of Germany', DELETED, 'Last updated June 15, 2025']],
  ['/impressum', ['§ 5 DDG', '§ 18(2) MStV', 'Zeta GmbH', 'Weg 1', '1 Ort', 'Land', 'HRB 1']],
  ['/impressum', ['DE1', 'Z. Eta', 'help@zeta.test', '+49 30 1']],
  ['/ccpa', ['help@zeta.test', '+49 30 1', 'answer requests within 45 days', ...PERIODS]],
  ['/gdpr', ['help@zeta.test', 'Z. Eta', 'Zeta GmbH', 'response within one month', ...PERIODS]],
  ['/dpa', ['help@zeta.test', 'Zeta GmbH', 'Zeta & Söhne', DELETED]],
  // Every event, every property and every legal basis.
  ['/privacy', [...EVENTS, ...PERIODS, 'Global Privacy Control', 'may identify a person']],
  ['/privacy', ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']],
  ['/privacy /gdpr', [/Checks of addresses.*Backups To restore this site/]],
  ['/privacy /gdpr', ['Checks of addresses'], withSite({ backupDays: 0 }), /Backups/],
  ['/privacy', ['Art. 6(1)(a) GDPR', 'Art. 6(1)(b) GDPR', 'Art. 6(1)(c)', 'Art. 6(1)(f) GDPR']],
  // The periods that are set.
  ['/gdpr', ['Up to 1 day,'], { eventRetentionDays: 1 }],
  ['/gdpr', ['2182 days after the last'], { eventRetentionDays: 2000 }, /3 years after/],
  // What the software keeps, and what a stranger can learn.
  ['/cookies', ['cc_cookie', '182 days', 'up to 123 days', /growth_session.*2 hours/]],
  ['/cookies', ['site’s server']],
  ['/privacy', ['learn that an address is on it', `an hour for ${QUARTER_DAYS} days`]],
  ['/privacy', ['learn that a confirmed address is on it'], MAIL, /learn that an address is on/],
  // Where PostHog keeps events is told by its host.
  ['/gdpr', ['servers in the European Union'], POSTHOG],
  ['/gdpr', ['servers in the United States'], { posthogHost: 'us.i.posthog.com' }],
  ['/gdpr', ['Events go to PostHog at ph.zeta.test.'], { posthogHost: 'ph.zeta.test' }],
  // Where recipients process data, and on which ground.
  ['/privacy', [], POSTHOG, /standard contractual|adequate/],
  [
    '/privacy',
    [/PostHog Place of .*: United States\. Legal basis.* the recipient’s certification under/],
    ALL_STATED,
  ],
  // Also where PostHog's servers are in the European Union.
  [
    '/privacy',
    [/PostHog Place of processing: Germany\. Legal basis.* certification under/],
    { ...POSTHOG, site: siteIn({ ...usual, recipients: inGermany } as Site, 'en') },
  ],
  ['/privacy', [/Our server Place of processing: Germany\. (?!Legal)/], STATED, /PostHog/],
  // Who runs the server: a named company, one without a name, or one that nobody told of. That nobody else runs it,
  // recipients.test.ts shows.
  ['/privacy', [/Rechner AG runs our server.*Our server Rechner AG \(Land\)\./], hostedBy(HOST)],
  ['/ccpa', [/Rechner AG runs the server/], hostedBy(HOST)],
  ['/privacy', ['The hosting company that runs our server'], hostedBy({})],
  [
    '/privacy',
    [/who they are: The provider that runs our server (?!The)/],
    hostedBy(),
    /Nobody else|stay on our/,
  ],
  ['/gdpr', [], hostedBy({}), OF_NOBODY],
  ['/gdpr', [], hostedBy(), OF_NOBODY],
  // How long others keep data is what the operator states, and otherwise left to them.
  ['/privacy', [/Up to 400 days\. PostHog deletes.*Up to 90 days, or until they/], PERIODS_STATED],
  ['/privacy', [/Until PostHog’s retention.*Until its retention period ends/], AT_OTHERS],
  [
    '/privacy',
    [/Until PostHog’s retention.*Until its retention period ends/],
    AFTER_OTHERS,
    /Up to (?:400|90) days/,
  ],
  // Advertising can be objected to without reasons; the link is named where mail is sent.
  ['/privacy', ['Objecting to messages'], {}, /the link at the end of a message/],
  ['/gdpr', [/without giving reasons\..*the link at the end of a message/], MAIL],
  // The agreement names the subprocessors of the dubbing service, and nobody of the website.
  [
    '/dpa',
    ['None are listed here yet. We tell you before'],
    withSite({ mailProvider: 'Postbote AG' }),
    /Postbote|PostHog/,
  ],
  ['/dpa', [/Rechner AG Synthesises voices\. Ort der Verarbeitung: Vereinigte Staaten/], NAMED],
  ['/dpa', [/Standardvertragsklauseln.*Weitere Unterauftragsverarbeiter gibt es nicht/], NAMED],
  // What the operator promises, and by default what the specification says.
  ['/', ['A cake at launch', 'Free cakes', 'A pie', 'Pies'], PROMISED, /% off|early-|life|webinar/],
  ['/', [/25% off at launch.*50% off for life.*Exclusive 25% early-bird/], {}, /synthetic/],
  ['/', [/25 % Rabatt/], { language: 'de' }],
  ['/', [VOICES], withSite({ media: { de: 'de.opus' } })],
  ['/', [/A cake at launch.*One cake each.*Free cakes.*Cakes for testers/], PROMISED],
  ['/terms /ccpa', [/One cake each.*Cakes for testers/], PROMISED],
  ['/terms /ccpa /privacy', [], UNPROMISED, /[Ff]inancial|Your discount code|its discount|A pie/],
  ['/privacy', ['a code for its discount, for the beta once you are admitted']],
  // California wants to know how people learn of changes, and where data comes from.
  ['/privacy', ['If we change this policy, we publish the new version here, with its date.']],
  [
    '/ccpa',
    [/By a hash of it, the server also counts.*from somebody else who entered your address here/],
  ],
  // The company's mailbox gets what comes back.
  ['/privacy /ccpa', ['reports that a message did not arrive'], { recipients: ['mailbox'] }],
  ['/ /terms /ccpa', [/25% discount: for everyone.*50% discount: for everyone admitted/], {}],
  // Until when, if data/site.json says it.
  [
    '/ /terms /ccpa',
    [/terms name the last day\. The code is valid until June 30, 2027\./],
    LIMITED,
  ],
  ['/ /terms /ccpa', [/account is closed\. The code has no end date\./], LIMITED],
  ['/ /terms', [/Der Code gilt bis 30\. Juni 2027\./], { ...LIMITED, language: 'de' }],
  // When they were changed, as their language writes it.
  ['/privacy', ['Last updated November 1, 2026'], withSite(DATES)],
  ['/terms', ['Last updated December 24, 2026'], withSite(DATES)],
  ['/privacy', ['mise à jour : 1 novembre 2026'], withSite(DATES, { language: 'fr' })],
  ['/privacy', ['2026年11月1日'], withSite(DATES, { language: 'ja' })],
  ['/privacy', ['Last updated 06.07.2025'], withSite({ privacyDate: '06.07.2025' })],
  // Who answers for data protection, and the age, where they are set.
  ['/privacy /gdpr', [OFFICER, AUTHORITY], withSite(CONTACTS)],
  ['/privacy /terms', ['aged 16 or over'], withSite(CONTACTS)],
  ['/privacy /gdpr', ['UK GDPR'], {}, /officer|Representative in|supervises us|aged/],
  // The data protection law of the people who read the language.
  ['/privacy /gdpr', [/LGPD.*ANPD/], { language: 'pt-BR' }],
  ['/privacy /gdpr', [/個人情報保護法.*個人情報保護委員会/], { language: 'ja' }],
  // A British company is under British law.
  ['/privacy /gdpr', ['so the UK GDPR applies'], BRITISH, /If you live in the U/],
  ['/privacy /gdpr', [/UK GDPR.*Schweiz leben/], { ...BRITISH, language: 'de' }],
  ['/privacy /gdpr', [/confirm within 30 days.*section 164A/], BRITISH],
  ['/privacy /gdpr', [], {}, /section 164A/],
  // A Swiss one is under Swiss law, and its transfers have the grounds of that law.
  ['/privacy /gdpr', ['Swiss Federal Act on Data Protection (FADP) applies'], SWISS],
  [
    '/privacy',
    [/Our server Rechner AG \(Land\)\. .* Swiss Federal Council.*Art\.\s16\(1\)/],
    SWISS,
  ],
  [
    '/impressum',
    ['Further details Chamber of Ort'],
    withSite({ furtherDetails: 'Chamber of Ort' }),
  ],
  // German law (§ 36 VSBG) asks each company to say whether it takes part in consumer arbitration.
  ['/impressum /terms', ['neither willing nor obliged'], withSite({ arbitrationBoard: null })],
  ['/impressum /terms', ['board: The Board.'], withSite({ arbitrationBoard: 'The Board' })],
  ['/impressum /terms', [], {}, /arbitration/],
  ['/terms', [], withSite({ ...inCountry('Spain'), arbitrationBoard: null }), /arbitration/],
  // A code without mail, and whom mail reaches besides its reader.
  ['/terms', ['This site sends no mail at the moment.'], {}, /end of our messages/],
  ['/terms', ['link at the end of our messages'], MAIL, /sends no mail/],
  ['/privacy', ['The provider of your own mailbox receives'], MAIL, OF_NOBODY],
  // California wants the date of its notice.
  ['/ccpa', [/Last updated June 15, 2025 .*Do Not Track.*financial incentive/]],
  // The law of accessibility and who watches over it, where there is one.
  ['/accessibility', [/BFSG.*\(MLBF\) in Magdeburg/], withSite(inCountry('Germany'))],
  ['/accessibility', [/BaFG.*Sozialministerium/], withSite(inCountry('Austria'))],
  ['/accessibility', ['Directive (EU) 2019/882'], withSite(inCountry('Spain'))],
  ['/accessibility', [], withSite(inCountry('USA')), /What the law says|BFSG/],
])('%s says %j', async (all, says, settings = {}, hides) => {
  for (const path of all.split(' ')) {
    const said = await mainWords(path, settings);
    for (const text of says) expect.soft(said, path).toMatch(text);
    if (hides) expect(said, path).not.toMatch(hides);
  }
});

test('the message that asks for a confirmation promises nothing, which would be advertising', async () => {
  const { text, html } = await confirmMessage({
    ...{ language: 'en', name: 'Ann', signupType: 'beta', code: '123456' },
    ...{ confirmUrl: 'https://zeta.test/a', leaveUrl: 'https://zeta.test/b' },
    ...{ unconfirmedRetentionDays: 30, site: { ...usual, offers: OFFERS } },
  });
  expect(text).not.toMatch(/cake|pie|%|lifetime|benefit/i);
  expect(html).not.toMatch(/cake|pie|lifetime|benefit/i);
  // The button is right under the code and what it agrees to; who did not sign up reads on.
  const asked = await confirmMessage({
    ...{ language: 'en', name: 'Ann', signupType: 'notifyme', code: '123456' },
    ...{ confirmUrl: 'https://zeta.test/a', leaveUrl: 'https://zeta.test/b' },
    ...{ unconfirmedRetentionDays: 30, site: usual },
  });
  for (const said of [
    asked.text,
    asked.html.replace(/<(title|style).*<\/\1>|<div style="display:none.*?<\/div>/gs, ''),
  ])
    expect(said).toMatch(
      /123456.*By confirming you agree.*Confirm my address.*This address was entered.*If it was not you/s,
    );
  // Nobody else learns the secret in the addresses.
  expect(html.match(/https?:[^"<]+/g)).toEqual(
    ['a', 'b', 'privacy'].map((path) => `https://zeta.test/${path}`),
  );
});

test('a mailing with a code, and the page after a confirmation, say until when the code is valid', async () => {
  const site = { ...usual, ...CODES };
  const input = { language: 'en', name: 'Ann', leaveUrl: 'https://zeta.test/b' } as const;
  const words = { subject: 'It is here', text: 'Your code: ABC', link: null };
  const mailing = async (code: SignupType | null, of: Site = site) => {
    const { text, html } = await listMessage({ ...input, kind: 'mailing', site: of, words, code });
    return text + html;
  };
  const until =
    /The code is valid until June 30, 2027\.(.|\n)*The code is valid until June 30, 2027\./;
  expect(await mailing('notifyme')).toMatch(until);
  expect(await mailing('beta')).toMatch(
    /The code has no end date\.(.|\n)*The code has no end date\./,
  );
  for (const silent of [mailing(null), mailing('beta', usual)])
    expect(await silent).not.toMatch(/The code/);
  const entered = { name: 'Ann', maskedEmail: 'a', youtubeChannel: null, useCase: null };
  const data = testPageData(LIMITED);
  const confirmed = await mailPage(
    'confirmed',
    { data, manifest: null },
    { entered: { ...entered, signupType: 'notifyme' } },
  );
  expect(confirmed).not.toContain('We email you at launch'); // nobody has agreed to it
  expect(confirmed).toMatch(/Access to launch webinar.*The code is valid until June 30, 2027\./);
});

test('where no mail is sent, the form and the pages promise no message, and still say when an unconfirmed signup goes', async () => {
  const home = await pageWords('/');
  expect(home).toContain('This site sends no mail at the moment');
  expect(home).not.toContain('one message at launch');
  expect(await pageWords('/privacy')).not.toMatch(/Message at launch|Unconfirmed signups/);
  const earlier = await pageWords('/privacy', { askedRetentionDays: 31 });
  expect(earlier).toContain('Unconfirmed signups 31 days after our first message');
  // What was asked for earlier is kept, and the links of those messages still work.
  expect(earlier).toMatch(/If we asked you earlier to confirm.*the link at the end of a message/);
});

test('in the United States, the form leads to the notices of California', async () => {
  const notice = /<a href="\/ccpa">California: notice at collection/;
  expect(await pageHtml('/', withSite(inCountry('USA')))).toMatch(notice);
  expect(await pageHtml('/')).not.toMatch(notice);
  const value = 'About a euro for each signup, by what an advertisement costs.';
  const ccpa = await pageWords('/ccpa', withSite({ ...inCountry('USA'), dataValue: value }));
  expect(ccpa).toContain(`worth to us, and how we made it: ${value}`);
});

test('the pages behind the links show the code, and only where there is a discount', async () => {
  const entered = { maskedEmail: 'a•••@b.example', name: 'Ann', signupType: 'notifyme' } as const;
  const of = (page: 'confirmed' | 'leave' | 'already', site = usual) =>
    mailPage(
      page,
      { data: { ...testPageData(), site }, manifest: null },
      { entered: { ...entered, youtubeChannel: null, useCase: null }, code: 'ABC2345678' },
    );
  for (const page of ['confirmed', 'leave', 'already'] as const)
    expect(await of(page)).toMatch(/Your discount code<\/dt><dd><code[^>]*>ABC2345678<\/code>/);
  const { conditions: _, ...offers } = OFFERS;
  expect(await of('leave', { ...usual, offers } as typeof usual)).not.toContain('ABC2345678');
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

const GDPR_ONLY = /consent: Art\. 6\(1\)\(a\) GDPR\./;
const UNLIMITED = /Nothing in these terms limits/;
const GERMAN_BASES = /§ 7\(2\) no\. 2 UWG.*§ 25\(1\) TDDDG.*§ 25\(2\) no\. 2/;
const DUTY = /essential duty/;
const EEA = true;
test.each([
  ['Germany', /§ 5 DDG.*§ 27a.*§ 18\(2\) MStV/, GERMAN_BASES, DUTY, EEA],
  ['Austria', /§ 5 ECG.*§ 25 MedienG.*GmbH, Ort/, /§ 174\(3\).*§ 165\(3\).*TKG/, DUTY, EEA],
  ['Switzerland', /UCA/, /Art\. 45c of the Swiss/, DUTY, !EEA],
  ['France', /Directive 2000\/31\/EC/, /Art\. 5\(3\) of Directive 2002\/58\/EC/, DUTY, EEA],
  ['UK', /Electronic Commerce Regulations 2002/, /PECR/, UNLIMITED, !EEA],
  ['USA', /Who runs this website/, GDPR_ONLY, UNLIMITED, !EEA],
  ['Ruritania', /Who runs this website/, GDPR_ONLY, UNLIMITED, !EEA],
])('legal texts follow the law of %s', async (country, notice, bases, liability, isOfEea) => {
  const site = withSite(inCountry(country), MAIL);
  expect.soft(await pageWords('/impressum', site)).toMatch(notice);
  expect.soft(await pageWords('/privacy', site)).toMatch(bases);
  expect.soft(await pageWords('/terms', site)).toMatch(liability);
  const gdpr = await pageWords('/gdpr', withSite(inCountry(country)));
  expect.soft(gdpr.includes('where we are based, in Ort.')).toBe(isOfEea);
  expect.soft(gdpr.includes('transfers none to countries outside')).toBe(isOfEea);
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
  expect(notice).toContain('Under §\u00a018(2) MStV: Ada Eta, Weg 1');
});

test('who has confirmed nothing is offered to have it deleted, and no message to decline; who has is told what ends', async () => {
  const words = { name: 'Ann', maskedEmail: 'a', youtubeChannel: null, useCase: null };
  const entered = { ...words, signupType: 'notifyme' } as const;
  const choices = async (
    state: 'open' | 'expired' | 'already',
    settings = {},
    getsLaunch = state === 'already',
  ) => {
    const input = { data: testPageData(settings), manifest: null };
    const html = await mailPage('leave', input, { entered, state, getsLaunch });
    return [...html.matchAll(/value="(\w+)"/g)].map(([, what]) => what).join() + html;
  };
  const nothing = /^everything,address<(?!.*(?:ends the discount|no launch message))/s;
  for (const state of ['open', 'expired'] as const) expect(await choices(state)).toMatch(nothing);
  // Once for both.
  expect(await choices('already')).toMatch(
    /^messages,everything,address<(?!.*no launch message)(?!(?:.*ends the discount){2}).*ends the discount/s,
  );
  // Who has pressed it reads that it is done.
  expect(await choices('already', {}, false)).toMatch(/^everything,address<.*You get none/s);
  expect(await choices('already', UNPROMISED)).toMatch(/^messages,(?!.*ends the discount)/s);
  // An applicant has a discount once accepted, with the code.
  for (const own of [{}, { code: 'DUB-123' }]) {
    const input = { data: testPageData({}), manifest: null };
    const applicant = { ...words, signupType: 'beta' } as const;
    const more = { entered: applicant, state: 'already', getsLaunch: true, ...own } as const;
    expect((await mailPage('leave', input, more)).includes('ends the discount')).toBe(
      'code' in own,
    );
  }
});

test('one version binds of the contracts only', async () => {
  const languages = ['en', 'de'] as const;
  const binding = /Fassung ist verbindlich|The German version is binding/;
  for (const path of paths)
    for (const language of languages) {
      const said = await pageWords(path, { language, languages });
      expect(binding.test(said), path).toBe(['/terms', '/dpa'].includes(path));
    }
  // That of the law, if the site has it.
  expect(await pageHtml('/terms', { languages })).toContain('href="/de/terms"');
  const british = { ...BRITISH, languages };
  expect(await pageWords('/terms', british)).toContain('This version is binding');
  const german = await pageWords('/terms', { ...british, language: 'de' });
  expect(german).toContain('Verbindlich ist die englische Fassung');
});
