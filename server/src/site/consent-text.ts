import { createHash } from 'node:crypto';
import type { RenderModule } from '#shared/page';
import type { PublishedText } from '../store/store.ts';

/**
 * Returns the text of the consent question with its hash. The hash changes with the text and with
 * the recipient of the data; then the revision rises and everybody is asked again.
 */
export function describeConsentText(
  render: Pick<RenderModule, 'consentText'>,
  recipient: string | null,
): Omit<PublishedText, 'publishedAt'> {
  const { language, ...words } = render.consentText(recipient);
  const text = canonicalJson({ language, ...words });
  const hash = createHash('sha256').update(canonicalJson({ recipient, text })).digest('hex');
  return { hash, language, recipient, text };
}

/** Sorts the keys, so that moving a line in the source does not count as new text. */
const canonicalJson = (value: Record<string, string | null>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
