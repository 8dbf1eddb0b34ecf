import { createHash } from 'node:crypto';
import type { RenderModule } from '#shared/page';
import type { PublishedText } from '../store/store.ts';

/**
 * The text that consent is asked with, and a hash that is another one as soon as the text or who
 * receives the data is: then the revision rises and everybody is asked again.
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

/** Keys in order, so that moving a line in the source is no new text. */
const canonicalJson = (value: Record<string, string | null>) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
