import type { Transaction } from './transaction.ts';

/** Updates a row to the value that it already has. */
export async function probe(tx: Transaction): Promise<void> {
  await tx.query(`UPDATE turns SET counter = counter WHERE name = 'probe'`);
}
