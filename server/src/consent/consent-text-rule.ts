/**
 * The table of texts holds changes: a row says that the question has these words in its language from this revision on.
 */
export interface TextOnRecord {
  revision: number;
  language: string;
  hash: string;
}

type Text = Omit<TextOnRecord, 'revision'>;

/** Returns the row of each language that is in force at a revision. */
function textsAt(records: readonly TextOnRecord[], revision: number): Map<string, TextOnRecord> {
  const texts = new Map<string, TextOnRecord>();
  for (const record of records) {
    const known = texts.get(record.language);
    if (record.revision > revision || (known && known.revision > record.revision)) continue;
    texts.set(record.language, record);
  }
  return texts;
}

/** Returns whether a text was in force in its language at its revision. */
export const isPublished = (
  records: readonly TextOnRecord[],
  { revision, language, textHash }: { revision: number; language: string; textHash: string },
): boolean =>
  records.some((record) => record.revision === revision) &&
  textsAt(records, revision).get(language)?.hash === textHash;

/**
 * Returns the latest revision with these texts, or null when there is none. Languages that have no row yet are ignored:
 * nobody can have agreed in them.
 */
export function revisionOf(
  records: readonly TextOnRecord[],
  texts: readonly Text[],
): number | null {
  const revisions = [...new Set(records.map(({ revision }) => revision))].sort((a, b) => b - a);
  const own = revisions.find((revision) => {
    const known = textsAt(records, revision);
    return texts.every(({ language, hash }) => (known.get(language)?.hash ?? hash) === hash);
  });
  return own ?? null;
}

/** Returns the rows to add, so that these texts are in force from a revision on. */
export function changedTexts<Own extends Text>(
  records: readonly TextOnRecord[],
  texts: readonly Own[],
  revision: number,
): (Own & { revision: number })[] {
  const known = textsAt(records, revision);
  return texts
    .filter(({ language, hash }) => known.get(language)?.hash !== hash)
    .map((text) => ({ revision, ...text }));
}

/** Returns the revision since which the text of each language has had its words. */
export const textsSince = (
  records: readonly TextOnRecord[],
  revision: number,
): Record<string, number> =>
  Object.fromEntries(
    Array.from(textsAt(records, revision), ([language, since]) => [language, since.revision]),
  );
