import { createHash } from 'node:crypto';
import type { ConsentFacts, RenderModule } from '#shared/page';
import type { Language } from '#shared/site-languages';
import type { PublishedText } from './consent-texts.sql.ts';

export type DescribedText = Omit<PublishedText, 'publishedAt'> & { language: Language };

/**
 * Returns the text of the consent question in each language with its hash. A hash changes with its text, and all of them
 * with who receives the data. Visitors are asked again if the text that they agreed to has changed.
 */
export const describeConsentTexts = (
  render: Pick<RenderModule, 'consentText' | 'languages'>,
  facts: ConsentFacts,
): Promise<DescribedText[]> =>
  Promise.all(
    render.languages.map(async (language) => {
      const recipient = facts.posthogHost;
      const text = canonicalJson({ ...(await render.consentText(language, facts)) });
      const hash = createHash('sha256').update(canonicalJson({ recipient, text })).digest('hex');
      return { hash, language, recipient, text };
    }),
  );

/** Sorts the keys, so that moving a line in the source does not count as new text. */
const canonicalJson = (value: Record<string, string | null>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
