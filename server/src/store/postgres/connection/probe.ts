import type { Transaction } from './transaction.ts';

/** Writes a row again, with the value that it has already. */
export async function probe(tx: Transaction): Promise<void> {
  await tx.query(`UPDATE turns SET counter = counter WHERE name = 'probe'`);
}
