import { desc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import type { Published, PublishedText } from '../../store.ts';
import type { Presence } from '../connection/presence.ts';
import { consentTexts, turns } from '../connection/schema.ts';
import type { Transaction } from '../connection/transaction.ts';

/**
 * Publishes the text that this process asks with and returns its revision. If the text is already the newest, it keeps
 * its revision. An older text also keeps its revision while another process asks with a newer one: the newer text was
 * meant to replace it, and this process has merely restarted.
 */
export async function publishText(
  tx: Transaction,
  text: PublishedText,
  presence: Presence,
): Promise<Published> {
  const orm = drizzle(tx as PoolClient);
  // Processes that start together must agree on one revision.
  await orm.select().from(turns).where(eq(turns.name, 'texts')).for('update');
  const texts = await orm
    .select({ revision: consentTexts.revision, hash: consentTexts.hash })
    .from(consentTexts)
    .orderBy(desc(consentTexts.revision));
  const newest = texts[0]?.revision ?? 0;
  const own = texts.find(({ hash }) => hash === text.hash)?.revision ?? null;
  const newer = own === null || own === newest ? null : await presence.newestElsewhere(tx);
  if (own !== null && (own === newest || (newer ?? 0) > own)) {
    await presence.serve(own);
    return { revision: own, newer };
  }
  const revision = newest + 1;
  // Before the commit: the next process that publishes waits for it, and then finds the lock.
  await presence.serve(revision);
  await orm.insert(consentTexts).values({ revision, ...text });
  return { revision, newer: null };
}

/** Records the text of made-up visitors as revision 0, unless revision 0 exists. */
export async function recordDemoText(tx: Transaction, text: PublishedText) {
  await drizzle(tx as PoolClient)
    .insert(consentTexts)
    .values({ revision: 0, ...text })
    .onConflictDoNothing();
}
