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
      ar: 'fddd21c916005e55053a870518e44541f47628e2deefc972b810a8d985144e9a',
      de: '7cbf27bb2b7ead6696543ab5128493d503194662baafa1bbe06fccf2c09b07c7',
      en: '391b3fa07a9178616d18b3ed90b887fc1d835b8f406189d0dd9dedbee8182fba',
      es: 'd3e02db29512a23e318002a4077c31ad98f5b14978af4e3ef3c89fc784e9a616',
      fr: 'dac357143e2b460de925022e369c3161056b96ba8e2e2a264b3c4204ec1d5803',
      hi: 'eeda07f9f5fd9396a957c597aa311e9953b8ea8ae3d4ce2f234dbbbb3c9b3834',
      ja: 'c9b67862103cb7cf331c58bf3d2c895dcb6602076e073944a58bbe34ce980bb5',
      'pt-BR': '32c0d329b318c306fd3f6573e312f4ff8b34102419fb8a6166c0c9b02dd412ce',
    },
  ],
  [
    'eu.i.posthog.com',
    {
      ar: 'fc1faea346f846b12c3d0ae8a9e4fd747c02c552d58138881a342d1251fedc24',
      de: '8b889bfbb4f22877d70caf52fb63e69d1caa3902b17d60fae90137a467db0349',
      en: 'ea1e6c5240b282f3640ccca4dd66e23dcbdcc0006d54790ef694aba632d106fd',
      es: 'f2bc12861466c16cf00cbcd9d26a500f6eb650446b4de4d30accae2179f1c3fd',
      fr: '093c13f1d9b9dbb379cbccd27bdce0f904526711c726a3c9d2f3c106e6d116ca',
      hi: '313727af71d67c9fe65653352f37ebaa2c1a1dd081ed9fa1796477b4eef2e80a',
      ja: '9aa8535253c544650aa3198bb50f53c1041ea21ae505fcab8dcee33b2f15696b',
      'pt-BR': '91c0e310c1472f7b2bb1571f1ae547a0461d21e7ae68329dea2ced6410d1134b',
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
