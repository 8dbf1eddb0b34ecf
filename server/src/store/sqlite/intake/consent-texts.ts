import { getTableColumns, gt } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { changedTexts, revisionOf, textsSince } from '../../rules/consent-texts.ts';
import type { Published, PublishedText } from '../../store.ts';
import { consentTexts } from '../connection/schema.ts';

/** Publishes the texts that this process asks with and returns their revision. A database has one server, so its texts are the newest. */
export function publishTexts(
  orm: BetterSQLite3Database,
  texts: readonly PublishedText[],
): Published {
  const { revision: number, language, hash } = consentTexts;
  const records = orm
    .select({ revision: number, language, hash })
    .from(consentTexts)
    .where(gt(number, 0)) // 0 is the text of made-up visitors
    .all();
  const newest = Math.max(0, ...records.map((record) => record.revision));
  const revision = newest > 0 && revisionOf(records, texts) === newest ? newest : newest + 1;
  const changed = changedTexts(records, texts, revision);
  if (changed.length > 0) orm.insert(consentTexts).values(changed).run();
  return { revision, since: textsSince([...records, ...changed], revision), newer: null };
}

/** Records the text of made-up visitors as revision 0, unless there is one. */
export function recordDemoText(orm: BetterSQLite3Database, text: PublishedText) {
  orm
    .insert(consentTexts)
    .values({ revision: 0, ...text })
    .onConflictDoNothing()
    .run();
}

/** Returns each text that was ever published, once. */
export function readTexts(orm: BetterSQLite3Database): PublishedText[] {
  const { revision: _, ...columns } = getTableColumns(consentTexts);
  return orm.select(columns).from(consentTexts).groupBy(consentTexts.hash).all();
}
