import { expect, test } from 'vitest';
import { siteIn } from '#shared/site';
import {
  EXAMPLE_SITE,
  fieldsOnExample,
  loadSite,
  ownUrl,
  parseSite,
  untranslatedFields,
} from './site-config.ts';

const REAL_SITE = {
  ...EXAMPLE_SITE,
  url: 'https://www.dubbing.test',
  email: 'help@dubbing.test',
  phone: '+49 30 1234567',
  address: { ...EXAMPLE_SITE.address, street: 'Torstraße 7', postalCode: '10119' },
  company: 'Dubbing GmbH',
  register: 'Amtsgericht Charlottenburg, HRB 1',
  vatId: 'DE123456789',
  managingDirector: 'Ada Lovelace',
};
const parse = (change: object) => () =>
  parseSite(JSON.stringify({ ...EXAMPLE_SITE, ...change }), 'site.json');

test('a byte order mark, as Notepad writes it, is ignored', () => {
  expect(parseSite(`\ufeff${JSON.stringify(EXAMPLE_SITE)}`, 'site.json')).toEqual(EXAMPLE_SITE);
});

test('the shipped site.json is the example', () => {
  expect(loadSite(new URL('../../data/site.json', import.meta.url).pathname)).toEqual(EXAMPLE_SITE);
});

test('each value that is still the example is named', () => {
  expect(fieldsOnExample(EXAMPLE_SITE)).toEqual(
    expect.arrayContaining(['url', 'email', 'address.street', 'company', 'managingDirector']),
  );
  expect(fieldsOnExample({ ...REAL_SITE, company: 'Example GmbH' })).toContain('company');
  expect(fieldsOnExample({ ...REAL_SITE, company: 'Example GmbH' })).not.toContain('url');
});

test('the address is kept as an origin', () => {
  expect(parse({ url: 'https://WWW.x.test/' })()).toMatchObject({ url: 'https://www.x.test' });
});

test('a real site in Berlin has no example values', () => {
  expect(fieldsOnExample(REAL_SITE)).toEqual([]);
  expect([ownUrl(EXAMPLE_SITE), ownUrl(REAL_SITE)]).toEqual([null, REAL_SITE.url]);
});

test('the shipped translations are for the shipped country only', () => {
  const { address } = REAL_SITE;
  const austrian = { ...REAL_SITE, address: { ...address, country: 'Austria' } };
  expect(fieldsOnExample(austrian)).toContain('translations.de.country');
  expect(fieldsOnExample(austrian)).not.toContain('translations.de.jurisdiction');
});

test.each<[string, () => unknown, RegExp]>([
  ['no JSON', () => parseSite('{"brand": ', 'site.json'), /^site\.json is not JSON: /],
  ['a missing field', parse({ vatId: undefined }), /vatId is missing; .*e\.g\. "DE000000000"$/],
  ['a wrong one', parse({ email: 'help' }), /email is "help"; .*e\.g\. "support@/],
  [
    'a path',
    parse({ url: 'https://x.test/site' }),
    /url is "https:\/\/x\.test\/site"; .*path, e\.g\. "https:/,
  ],
  ['a query', parse({ url: 'https://x.test?a' }), /url is "https:\/\/x\.test\?a"; .*path, e\.g\./],
  ['a user', parse({ url: 'https://a:b@x.test' }), /url is .*; expected .*e\.g\./],
  [
    'no address',
    parse({ url: 'x.test' }),
    /url is "x\.test"; expected an http or https address, e\.g\./,
  ],
  ['a blank one', parse({ brand: ' ' }), /brand is " "; /],
  [
    'an inner one',
    parse({ address: { ...EXAMPLE_SITE.address, city: 7 } }),
    /address\.city is 7; /,
  ],
  ['languages without English', parse({ languages: ['de'] }), /languages is \["de"\]; .*"en"/],
  ['a language that is none', parse({ languages: ['en', 'tlh'] }), /languages\.1 is "tlh"; /],
  ['a translation into none', parse({ translations: { tlh: {} } }), /languages other than English/],
  ['an unknown one', parse({ fax: '1' }), /"fax"/],
  ['a list', () => parseSite('[]', 'site.json'), /the whole file is \[\]/],
  [
    'a recording in another folder',
    parse({ media: { de: '../site.db' } }),
    /media\.de is "\.\.\/site\.db"; expected the name of a file in data\/media, \.opus or \.m4a/,
  ],
  [
    'a recording of another language',
    parse({ media: { xx: 'xx.opus' } }),
    /media is \{"xx":"xx\.opus"\}; expected the timeline's languages: de, es, fr/,
  ],
  ['no file', () => loadSite('/no/such/site.json'), /^\/no\/such\/site\.json cannot be read; /],
])('%s: one line says which and what is expected', (_, act, line) => {
  expect(act).toThrow(line);
  expect(act).not.toThrow(/\n/);
});

test('a language shows its own names, and English ones where it has none; pages hold those of their language only', () => {
  const site = { ...EXAMPLE_SITE, translations: { de: { country: 'Deutschland', city: 'Köln' } } };
  expect(siteIn(site, 'de')).toMatchObject({
    address: { street: 'Beispielstraße 1', city: 'Köln', country: 'Deutschland' },
    jurisdiction: 'Germany',
  });
  expect(siteIn(site, 'fr').address).toEqual(EXAMPLE_SITE.address);
  for (const language of ['en', 'de', 'fr'] as const) {
    expect(siteIn(site, language)).not.toHaveProperty('translations');
  }
  expect(untranslatedFields(site, 'de')).toEqual(['jurisdiction']);
  expect(untranslatedFields(site, 'fr')).toEqual(['country', 'jurisdiction']);
  expect(untranslatedFields(site, 'en')).toEqual([]);
});
