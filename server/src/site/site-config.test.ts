import { expect, test } from 'vitest';
import { siteIn } from '#shared/site';
import { OWN_SITE } from '../testing/sites/fixture-site.ts';
import {
  EXAMPLE_SITE,
  fieldsOnExample,
  fieldsWithoutDate,
  loadSite,
  ownUrl,
  parseSite,
  untranslatedFields,
} from './site-config.ts';

const parse = (change: object) => () =>
  parseSite(JSON.stringify({ ...EXAMPLE_SITE, ...change }), 'site.json');

test('a byte order mark, as Notepad writes it, is ignored', () => {
  expect(parseSite(`\ufeff${JSON.stringify(EXAMPLE_SITE)}`, 'site.json')).toEqual(EXAMPLE_SITE);
});

test.each<[string, unknown]>([
  ['too short', { secret: 'hunter2-short' }],
  ['with a misspelled name', { secrets: 'hunter2-long-enough' }],
  ['without its field', 'hunter2'],
])('a secret %s is not shown, since the log would keep it', (_, beta) => {
  expect(parse({ beta })).toThrow(/beta.* has a value that is not shown; /);
  expect(parse({ beta })).not.toThrow(/hunter2/);
});

test.each(['2025-06-15', 'June 15, 2025', '15 June 2025'])('%s is one date', (termsDate) => {
  expect(parse({ termsDate })().termsDate).toBe('2025-06-15');
});

test.each(['06.07.2025', 'June 2025', 'June 31, 2025', 'soon'])(
  '%s is no date with one meaning, so it stays as it is and is named',
  (termsDate) => {
    const site = parse({ termsDate })();
    expect(site.termsDate).toBe(termsDate);
    expect(fieldsWithoutDate(site)).toEqual(['termsDate']);
  },
);

test.each(['2025-13-45', '9999-99-99', '2025-02-30'])('%s is refused', (privacyDate) => {
  expect(parse({ privacyDate })).toThrow(
    `site.json: privacyDate is "${privacyDate}"; expected a day of the calendar, e.g. "`,
  );
});

test('an old code of a country is the one in use, and one of no country is refused', () => {
  const addressIn = (countryCode: string) => ({
    address: { ...EXAMPLE_SITE.address, countryCode },
  });
  expect(parse(addressIn('UK'))().address.countryCode).toBe('GB');
  expect(parse(addressIn('EN'))).toThrow(
    'site.json: address.countryCode is "EN"; expected the two letters of a country in ISO 3166',
  );
});

test('the address is kept as an origin', () => {
  expect(parse({ url: 'https://WWW.x.test/' })()).toMatchObject({ url: 'https://www.x.test' });
});

test('each value that is still the example is named, and so are translations for another country; a real site in Berlin has none', () => {
  expect(fieldsOnExample(EXAMPLE_SITE)).toEqual(
    expect.arrayContaining(['url', 'email', 'address.street', 'company', 'managingDirector']),
  );
  const unchanged = fieldsOnExample({ ...OWN_SITE, company: 'Example GmbH' });
  expect([unchanged.includes('company'), unchanged.includes('url')]).toEqual([true, false]);
  expect(fieldsOnExample(OWN_SITE)).toEqual([]);
  expect([ownUrl(EXAMPLE_SITE), ownUrl(OWN_SITE)]).toEqual([null, OWN_SITE.url]);
  const address = { ...OWN_SITE.address, country: 'Austria' };
  const named = fieldsOnExample({ ...OWN_SITE, address });
  expect(named).toContain('translations.de.country');
  expect(named).not.toContain('translations.de.jurisdiction');
});

test.each<[string, RegExp]>([
  ['{"brand": ', /: Unexpected end of JSON input$/],
  ['\ufeff{\r\n"a" 1}', /: Expected ':' after property name in JSON at position 7/],
])('%j is not JSON, and one line says where', (text, line) => {
  expect(() => parseSite(text, 'site.json')).toThrow(
    new RegExp(`^site\\.json is not JSON${line.source}`),
  );
});

const ADDRESS = { ...EXAMPLE_SITE.address, post_code: '1' };

test.each<[string, object, RegExp]>([
  ['a missing field', { company: undefined }, /company is missing; .*e\.g\. "Example GmbH"$/],
  ['a wrong one', { email: 'help' }, /email is "help"; .*e\.g\. "support@/],
  ['a path', { url: 'https://x.test/a' }, /url is "https:\/\/x\.test\/a"; .*path, e\.g\. "https:/],
  ['a user', { url: 'https://a:b@x.test' }, /url is .*; expected .*e\.g\./],
  ['a blank one', { brand: ' ' }, /brand is " "; /],
  ['languages without English', { languages: ['de'] }, /languages is \["de"\]; .*"en"/],
  ['a misspelled key', { email: undefined, 'E-Mial': 'a' }, /: E-Mial is "a"; .*mean email\?$/],
  ['an inner one', { address: ADDRESS }, /: address\.post_code is "1"; it.*mean postalCode\?$/],
  [
    'a recording elsewhere',
    { media: { de: '../a.db' } },
    /media\.de is "\.\.\/a\.db"; .*data\/media,/,
  ],
])('%s: one line says which and what is expected', (_, change, line) => {
  expect(parse(change)).toThrow(line);
  expect(parse(change)).not.toThrow(/\n/);
});

test('a file that cannot be read is named', () => {
  expect(() => loadSite('/no/such/site.json')).toThrow(
    /^there is no \/no\/such\/site\.json; expected a/,
  );
  expect(() => loadSite('/dev/zero')).toThrow(
    /^\/dev\/zero cannot be read: it is neither a file nor a pipe; /,
  );
});

test('places are named in the language of the page, and a language may have its own words for the rest; without promises of its own it shows the English ones, and is named', () => {
  const offers = {
    ...{ notifyme: ['A'], beta: ['B'], welcome: 'E' },
    short: { notifyme: 'C', beta: 'D' },
  };
  const own = {
    ...{ register: 'HRB 1', mailProvider: 'Post GmbH', offers },
    subprocessors: [{ name: 'Cloud', purpose: 'Rechner', country: 'FR' }],
  };
  const site = parse({
    offers: { ...offers, welcome: 'F' },
    recipients: { hosting: { name: 'Host', country: 'NL' }, mail: null },
    subprocessors: [{ name: 'Cloud', purpose: 'servers', country: 'FR' }],
    translations: { de: own },
  })();
  expect(siteIn(site, 'de')).toMatchObject({
    ...{ register: 'HRB 1', mailProvider: 'Post GmbH', offers },
    recipients: { hosting: { name: 'Host', country: 'Niederlande' }, mail: null },
    subprocessors: [{ purpose: 'Rechner', country: 'Frankreich' }],
  });
  expect(siteIn(site, 'en')).toMatchObject({
    recipients: { hosting: { country: 'Netherlands' } },
    subprocessors: [{ purpose: 'servers', country: 'France' }],
  });
  for (const language of ['en', 'fr'] as const)
    expect(siteIn(site, language).offers).toEqual(site.offers);
  expect(untranslatedFields(site, 'fr')).toContain('offers');
  expect(untranslatedFields(site, 'de')).not.toContain('offers');
  const { recipients: _, subprocessors: __, ...alone } = site;
  expect(siteIn(alone, 'de')).toMatchObject({
    subprocessors: [{ country: 'Frankreich' }],
  });
});

test('a language shows its own names, and English ones where it has none; pages hold those of their language only', () => {
  const site = { ...EXAMPLE_SITE, translations: { de: { country: 'Deutschland', city: 'Köln' } } };
  expect(siteIn(site, 'de')).toMatchObject({
    address: { street: 'Beispielstraße 1', city: 'Köln', country: 'Deutschland' },
    jurisdiction: 'Germany',
  });
  expect(siteIn(site, 'fr').address).toEqual({ ...EXAMPLE_SITE.address, countryCode: 'DE' });
  for (const language of ['en', 'de', 'fr'] as const) {
    expect(siteIn(site, language)).not.toHaveProperty('translations');
  }
  expect(untranslatedFields(site, 'de')).toEqual(['jurisdiction']);
  expect(untranslatedFields(site, 'fr')).toEqual(['country', 'jurisdiction']);
  expect(untranslatedFields(site, 'en')).toEqual([]);
});
