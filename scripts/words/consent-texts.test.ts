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

// A changed byte is a new text, and everybody who agreed to the text before is asked again (decision 030). So a change of
// these hashes must be wanted, in each language in which it happens.
// The beginning of each hash is enough to tell texts apart.
test.each([
  [
    null,
    'ar fddd21c91600, de 7cbf27bb2b7e, en 391b3fa07a91, es d3e02db29512',
    'fr dac357143e2b, hi eeda07f9f5fd, ja c9b67862103c, pt-BR 32c0d329b318',
  ],
  [
    'eu.i.posthog.com',
    'ar fc1faea346f8, de 8b889bfbb4f2, en ea1e6c5240b2, es f2bc12861466',
    'fr 093c13f1d9b9, hi 313727af71d6, ja 9aa8535253c5, pt-BR 91c0e310c147',
  ],
])(
  'the consent question has the text that people agreed to (%s)',
  async (posthogHost, ...hashes) => {
    const texts = await describeConsentTexts(render, { posthogHost, recipients: [] });
    const found = texts.map(({ language, hash }) => `${language} ${hash.slice(0, 12)}`);
    expect(found.sort()).toEqual(hashes.join(', ').split(', '));
  },
);

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
