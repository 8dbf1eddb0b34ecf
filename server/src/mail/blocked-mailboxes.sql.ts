import { foldEmail } from '../lib/fold-email.ts';
import { mailboxOf } from '../lib/mailbox.ts';
import { recordAudit } from '../store/audit-entries.sql.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { blockHashOf } from './list-secret.ts';
import { listSecret, readSecret } from './personal-messages.sql.ts';

// Owners of mailboxes can ask that nothing is ever sent there: docs/decisions/046-agreed-at-the-press.md.

const INSERT = sql(
  'INSERT INTO blocked_mailboxes (hash, at) VALUES ({hash:text}, {at:time}) ON CONFLICT DO NOTHING',
);
const DELETE = sql('DELETE FROM blocked_mailboxes WHERE hash = {hash:text}');
// Most sites have none, and each signup asks.
const SELECT_SECRET = sql(`
  SELECT value FROM marks WHERE name = 'list_secret' AND EXISTS (SELECT 1 FROM blocked_mailboxes)`).rows<{
  value: string;
}>();
const SELECT = sql('SELECT hash, at FROM blocked_mailboxes WHERE hash IN {hashes:texts}').rows<{
  hash: string;
  at: number;
}>();

const hashOf = (secret: string, email: string) => blockHashOf(secret, mailboxOf(foldEmail(email)));

/** Stores that nothing is ever sent to the mailbox of this address again, and adds this to the audit. */
export function* blockMailbox(db: Db, email: string, at: number): Op<void> {
  const isNew = (yield* db.run(INSERT, { hash: hashOf(yield* listSecret(db, at), email), at })) > 0;
  if (isNew) yield* recordAudit(db, { at, kind: 'block', counts: {} });
}

/** Returns false if the mailbox of this address was not blocked. */
export function* unblockMailbox(db: Db, email: string, at: number): Op<boolean> {
  const secret = yield* readSecret(db);
  if (secret === null || (yield* db.run(DELETE, { hash: hashOf(secret, email) })) === 0)
    return false;
  yield* recordAudit(db, { at, kind: 'unblock', counts: {} });
  return true;
}

/** Returns since when the mailbox of this address has been blocked; null if it is not. */
export function* readBlock(db: Db, email: string): Op<number | null> {
  const secret = yield* readSecret(db);
  if (secret === null) return null;
  return (yield* db.get(SELECT, { hashes: [hashOf(secret, email)] }))?.at ?? null;
}

/** Returns those of these addresses whose mailbox is blocked. */
export function* blockedOf(db: Db, emails: readonly string[]): Op<ReadonlySet<string>> {
  const secret = (yield* db.get(SELECT_SECRET, {}))?.value;
  if (secret === undefined) return new Set();
  const hashes = new Map(emails.map((email) => [email, hashOf(secret, email)]));
  const found = yield* db.all(SELECT, { hashes: [...hashes.values()] });
  const blocked = new Set(found.map(({ hash }) => hash));
  return new Set(emails.filter((email) => blocked.has(hashes.get(email) ?? '')));
}
