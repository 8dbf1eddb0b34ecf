import { expect, test } from 'vitest';
import { loadWording, writtenLanguages } from '../../client/src/site/content/languages.ts';
import { describeConsentTexts } from '../../server/src/site/consent-text.ts';
import type { ConsentFacts, RenderModule } from '../../shared/src/page.ts';

const render: Pick<RenderModule, 'consentText' | 'languages'> = {
  languages: writtenLanguages,
  async consentText(language, facts) {
    const words = await (await loadWording(language)).load('consent');
    return { language, ...words.consentText(facts) };
  },
};

// A changed byte is a new text, and everybody who agreed to the text before is asked again (decision 030). So a change of
// these hashes must be wanted, in each language in which it happens.
test.each([
  [
    null,
    {
      ar: '4875db80d9e6e4fd4d568cb6f383a2a665a7d2213ad54b887bf45d04c6b67a22',
      de: 'ccd747d3a35e5e0d0096078e13611e473251d0a41abaa8eaaa388e40c75a6d4d',
      en: '654122654e9fc7ac94f9f3e58aa2e5e859d67c10760bdbe13d8a4e9b8a0af71d',
      es: '729d5c7b52d9ee73ec4acbbb65e6d63c26e9bc69e40f0be81de9c876754dd6a1',
      fr: 'dac357143e2b460de925022e369c3161056b96ba8e2e2a264b3c4204ec1d5803',
      hi: 'e9b9c75880984a0e6a090dbfff39cc45173ca16e16ae7f8619e3e2e268af17ef',
      ja: 'fb8f6c3cb9ed46abbc6905ff6e233e18db11a7cafcacee25990399708f21daff',
      'pt-BR': '00f9862676ad09274d90f8244f22222101031bac02b07dd1e38ecf9e7c72f6e9',
    },
  ],
  [
    'eu.i.posthog.com',
    {
      ar: 'fc1faea346f846b12c3d0ae8a9e4fd747c02c552d58138881a342d1251fedc24',
      de: 'f097be35b5adda3de54005f458e2d46c0aa06a2015753824eff9f32ba708790d',
      en: '413753f7f2ada230b1dcc19408311d7844ff3cb58ecc5be24e7314dec613666b',
      es: 'b2825254a20e4e2d787aa258a9df9ac4baebdffc89c7f9d320dbc5397e6500a1',
      fr: '093c13f1d9b9dbb379cbccd27bdce0f904526711c726a3c9d2f3c106e6d116ca',
      hi: '37bdc46fb7b89c410eb1f8b1020d1d98d0496673981ae08871e7765fbd389cd9',
      ja: '9a1d39f5a9d9c47be9c5953c680d27c5a0be48290e4b3e19bb71a7506c5a2723',
      'pt-BR': 'ef59a23b5c1017a4dd93011632b2ce6414fcffbd23644bd64c49b5618e7463dd',
    },
  ],
])('the consent question has the text that people agreed to (%s)', async (posthogHost, hashes) => {
  const texts = await describeConsentTexts(render, { posthogHost, recipients: [] });
  expect(Object.fromEntries(texts.map(({ language, hash }) => [language, hash]))).toEqual(hashes);
});

test('a database or a proxy of somebody else is another text in each language, also beside PostHog', async () => {
  const hashesOf = async (posthogHost: string | null, recipients: ConsentFacts['recipients']) =>
    (await describeConsentTexts(render, { posthogHost, recipients })).map(({ hash }) => hash);
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
