import { desc } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { Published, PublishedText } from '../../store.ts';
import { consentTexts } from '../connection/schema.ts';

/** Publishes the text that this process asks with and returns its revision. A database has one server, so its text is the newest. */
export function publishText(orm: BetterSQLite3Database, text: PublishedText): Published {
  const latest = orm.select().from(consentTexts).orderBy(desc(consentTexts.revision)).get();
  if (latest?.hash === text.hash) return { revision: latest.revision, newer: null };
  const revision = (latest?.revision ?? 0) + 1;
  orm
    .insert(consentTexts)
    .values({ revision, ...text })
    .run();
  return { revision, newer: null };
}

/** Records the text of made-up visitors as revision 0, unless there is one. */
export function recordDemoText(orm: BetterSQLite3Database, text: PublishedText) {
  orm
    .insert(consentTexts)
    .values({ revision: 0, ...text })
    .onConflictDoNothing()
    .run();
}
