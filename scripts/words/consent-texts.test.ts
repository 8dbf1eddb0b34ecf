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
      ar: '6a5312946d1c73a700e02d142d5354eef444ca43fde1d12cd6f9c4bad4857046',
      de: 'e6446618ea709852943daa137b1501118e5238226bf7a50d31bd41c5958703f1',
      en: '68e6d44d3fe0864a2c85cbc92e03ca0ce10d484db5b86edc8dd2e0c29b6386f2',
      es: 'be393653fd5be3a45a7b72e7ade357ac3954479136d6a7689fd5fd5650d3cfc2',
      fr: '7e99a76ad1335abcd9c120dd74ca448c7fa9a78f122720c543fc5c1153e9d329',
      hi: 'da3dfb5069f2d80eb9341606eb6fa8402bc768cb00039000d853166b4961c34f',
      ja: '4c5135b48ef8edc31da58f9026b8113ac6cfa62b879a8c1e4e97cb4ca6a956ad',
      'pt-BR': '6fd34e4e4ad535c4cec3ad6affbf136f0d012096be639dc054a82ffb661d026f',
    },
  ],
  [
    'eu.i.posthog.com',
    {
      ar: 'd762c533691de337cb161bacdbca65937283b518014917de9be89b4037f1e87b',
      de: '2ec1202d33fe7b55da6fd8f051adb1b213a03c6e17c72ff0dc600de7bbef261c',
      en: 'ea0c62e01d912fbd8417340d6f0f56f8da213cf2f814637238b051d25fd0ce0c',
      es: '9d6dd4067ad70b911c55eb83297fa1396d19a60cff9b82df68a7bf727c60206f',
      fr: 'f0309cfc47bb9003b620ebb7bea225b796465c2b2e25ce5c94bb77a5acef2ab6',
      hi: '8c60c2e273145f94fcd24727e89c9865d269af010f826f19d9e65bcf9853203f',
      ja: '1cf44c054f093d711807728c98b063bdf088584dbb878efdfbf4e55ce63ee75a',
      'pt-BR': 'ace54b4214f6ce1e70232aadf383abb1189caaf1ee807a4fb36542857ebfb160',
    },
  ],
])('the consent question has the text that people agreed to (%s)', async (posthogHost, hashes) => {
  const texts = await describeConsentTexts(render, { posthogHost, recipients: [] });
  expect(Object.fromEntries(texts.map(({ language, hash }) => [language, hash]))).toEqual(hashes);
});

test('a database or a proxy of somebody else is another text in each language, and beside PostHog another again', async () => {
  const hashesOf = async (posthogHost: string | null, recipients: ConsentFacts['recipients']) =>
    (await describeConsentTexts(render, { posthogHost, recipients })).map(({ hash }) => hash);
  const host = 'eu.i.posthog.com';
  const [own, posthog] = [await hashesOf(null, []), await hashesOf(host, [])];
  const [handled, both] = [await hashesOf(null, ['database']), await hashesOf(host, ['proxy'])];
  expect(new Set([own, posthog, handled, both].flat()).size).toBe(4 * writtenLanguages.length);
  // Who receives signups is no matter of analytics.
  expect(await hashesOf(null, ['mail', 'team', 'webhook'])).toEqual(own);
  expect(await hashesOf(null, ['database', 'proxy'])).toEqual(handled);
});
