import { expect, test } from 'vitest';
import type { PageData } from '#shared/page';
import type { Site } from '#shared/site';
import { writtenLanguages } from '../site/content/languages.ts';
import { testPageData } from '../site/test-data.ts';
import { confirmMessage, listMessage, paths } from './entry-server.tsx';
import { inCountry, pageHtml, pageWords } from './testing/page-words.ts';

// What an operator sets in data/site.json, on the pages of a site that sets it.

const { site: usual } = testPageData();
const words = (path: string, over: Partial<Site> = {}, data: Partial<PageData> = {}) =>
  pageWords(path, { ...data, site: { ...usual, ...over } });

test('the message that asks for a confirmation promises nothing, which would be advertising', async () => {
  const short = { notifyme: 'A cake', beta: 'Cakes' };
  const offers = { notifyme: ['A cake'], beta: ['Cakes'], short, welcome: 'A cake.' };
  const { text, html } = await confirmMessage({
    ...{ language: 'en', name: 'Ann', signupType: 'beta', code: '123456' },
    ...{ confirmUrl: 'https://zeta.test/a', leaveUrl: 'https://zeta.test/b' },
    ...{ unconfirmedRetentionDays: 30, site: { ...usual, offers } },
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

test('one version binds of the contracts only', async () => {
  const languages = ['en', 'de'] as const;
  const binding = /erbindlich ist die englische|version is binding/;
  for (const path of paths)
    for (const language of languages) {
      const said = await words(path, {}, { language, languages });
      expect(binding.test(said), path).toBe(['/terms', '/dpa'].includes(path));
    }
});
