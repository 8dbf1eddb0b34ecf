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
    'ar 9bc5232c6b48, de 126965041eb2, en a61beb4010c6, es 2c256b87da65',
    'fr 53a07283a11f, hi 3776229112b2, ja 71208d2ab9f5, pt-BR 78d0e45c801c',
  ],
  [
    'nobody receives it',
    {},
    'ar 10a676713729, de e0d2421b8769, en 1271554d84a9, es 1784e4cd72e5',
    'fr 61c399bffb92, hi 3b5cb32caaf7, ja d65bbcd790d3, pt-BR acb86e2e2d4b',
  ],
  [
    'PostHog receives it',
    { posthogHost: 'eu.i.posthog.com' },
    'ar f2bdae8f991f, de 433e070acf5d, en 7c32802c581c, es 205d12ea6c17',
    'fr f77a5cbc9bd7, hi e467e901c739, ja a7ce45454ae2, pt-BR 33d568fea964',
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
