import { expect, test } from 'vitest';
import { loadWording, writtenLanguages } from '../../client/src/site/content/languages.ts';
import { describeConsentTexts } from '../../server/src/consent/consent-text.ts';
import type { ConsentFacts, RenderModule } from '../../shared/src/page.ts';

const render: Pick<RenderModule, 'consentText' | 'languages'> = {
  languages: writtenLanguages,
  async consentText(language, facts) {
    const words = await (await loadWording(language)).load('consent');
    return { language, ...words.consentText(facts) };
  },
};

const company = 'Example GmbH';
/** Who has said of everybody that nobody receives anything. */
const nobody = { hosting: null, mailbox: null, backups: null, shop: null };
const alone = { posthogHost: null, recipients: [], site: { company, recipients: nobody } };

// A changed byte is a new text, and everybody who agreed to the text before is asked again (decision 030). So a change of
// these hashes must be wanted, in each language in which it happens.
// The beginning of each hash is enough to tell texts apart.
test.each([
  [
    'as shipped',
    { site: { company } },
    'ar 38aba47774b9, de 9d1f2fa2294e, en bb1c8e4ebabe, es 54ea9d2b8ce8',
    'fr d5f269841346, hi b12a3ac4b5ed, ja eb48436de1c2, pt-BR eeaf8c33a4ed',
  ],
  [
    'nobody receives it',
    {},
    'ar d5cfb360991b, de 8fed911d0b57, en e8b5358a05a1, es 91d6f937db15',
    'fr 52313df09a67, hi 47728816baca, ja e621f4b993dc, pt-BR 69844a7c974c',
  ],
  [
    'PostHog receives it',
    { posthogHost: 'eu.i.posthog.com' },
    'ar db5363abbaba, de 8da9737fa173, en 872e1dd069ee, es d1c9048f3798',
    'fr a7aee3c44fb4, hi 5da85a877bdd, ja bafa27b577e7, pt-BR 84ac98a4745e',
  ],
])('the consent question has the text that people agreed to (%s)', async (_, facts, ...hashes) => {
  const texts = await describeConsentTexts(render, { ...alone, ...facts });
  const found = texts.map(({ language, hash }) => `${language} ${hash.slice(0, 12)}`);
  expect(found.sort()).toEqual(hashes.join(', ').split(', '));
});

const hashesWith = async (change: Partial<ConsentFacts>) =>
  (await describeConsentTexts(render, { ...alone, ...change })).map(({ hash }) => hash);

test('a database or a proxy of somebody else is another text in each language, also beside PostHog', async () => {
  const hashesOf = (posthogHost: string | null, recipients: ConsentFacts['recipients']) =>
    hashesWith({ posthogHost, recipients });
  const all: string[][] = [];
  for (const host of [null, 'eu.i.posthog.com']) {
    for (const recipients of [[], ['hosting'], ['proxy'], ['database', 'proxy']] as const) {
      all.push(await hashesOf(host, recipients));
    }
  }
  expect(new Set(all.flat()).size).toBe(8 * writtenLanguages.length);
  // Who receives signups is no matter of analytics.
  expect(await hashesOf(null, ['mail', 'team', 'webhook'])).toEqual(all[0]);
});

test('another company, and a host or backups that nobody has told of, are another text in each language', async () => {
  const texts = await Promise.all([
    hashesWith({}),
    hashesWith({ site: { ...alone.site, company: 'Another GmbH' } }),
    hashesWith({ site: { company } }),
  ]);
  expect(new Set(texts.flat()).size).toBe(3 * writtenLanguages.length);
  const { backups: _, ...hosted } = nobody;
  const { hosting: __, ...kept } = nobody;
  for (const recipients of [hosted, kept])
    expect(await hashesWith({ site: { company, recipients } })).toEqual(texts[2]);
  // The question names no company that receives nothing of analytics.
  const { mailbox: ___, shop: ____, ...told } = nobody;
  expect(await hashesWith({ site: { company, recipients: told } })).toEqual(texts[0]);
});
