import { utcDay } from '#shared/time';
import { FORGOTTEN_TOGETHER, forgetQuartersSql } from '../../rules/quarters.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Deletes some quarters of the days before a time. Returns whether there may be more. */
export async function forgetQuarters(tx: Transaction, before: number): Promise<boolean> {
  for (const what of ['pages', 'refusals'] as const) {
    const deleted = await tx.query(forgetQuartersSql(what, 'ctid', '$1'), [utcDay(before)]);
    if (deleted.rowCount === FORGOTTEN_TOGETHER) return true;
  }
  return false;
}
