import { eq, gt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { changedTexts, revisionOf, textsSince } from '../../rules/consent-texts.ts';
import type { Published, PublishedText } from '../../store.ts';
import type { Presence } from '../connection/presence.ts';
import { consentTexts, turns } from '../connection/schema.ts';
import { ask, type Transaction } from '../connection/transaction.ts';

/**
 * Publishes the texts that this process asks with and returns their revision. If they are already the newest, they keep
 * their revision. Older texts also keep theirs while another process asks with newer ones: the newer texts were meant to
 * replace them, and this process has merely restarted.
 */
export async function publishTexts(
  tx: Transaction,
  texts: readonly PublishedText[],
  presence: Presence,
): Promise<Published> {
  const orm = drizzle(tx as PoolClient);
  // Processes that start together must agree on one revision.
  await orm.select().from(turns).where(eq(turns.name, 'texts')).for('update');
  const { revision: number, language, hash } = consentTexts;
  const records = await orm
    .select({ revision: number, language, hash })
    .from(consentTexts)
    .where(gt(number, 0)); // 0 is the text of made-up visitors
  const newest = Math.max(0, ...records.map((record) => record.revision));
  const own = revisionOf(records, texts);
  const newer = own === null || own === newest ? null : await presence.newestElsewhere(tx);
  const isOwn = own !== null && (own === newest || (newer ?? 0) > own);
  const revision = isOwn ? own : newest + 1;
  // Before the commit: the next process that publishes waits for it, and then finds the lock.
  await presence.serve(revision);
  const changed = changedTexts(records, texts, revision);
  if (changed.length > 0) await orm.insert(consentTexts).values(changed);
  const since = textsSince([...records, ...changed], revision);
  return { revision, since, newer: isOwn ? newer : null };
}

/** Records the text of made-up visitors as revision 0, unless revision 0 exists. */
export async function recordDemoText(tx: Transaction, text: PublishedText) {
  await drizzle(tx as PoolClient)
    .insert(consentTexts)
    .values({ revision: 0, ...text })
    .onConflictDoNothing();
}

/** Returns each text that was ever published, once. */
export const readTexts = (pool: Pool): Promise<PublishedText[]> =>
  ask(
    pool,
    `SELECT DISTINCT ON (hash) hash, language, recipient, text, published_at AS "publishedAt" FROM consent_texts`,
  );
