import type { Db, Op } from './sql/operation.ts';

/**
 * What tells a database from its copies and from its own past. Something outside of the database changes with each stamp, and
 * the database holds the last one.
 */
export interface Stamps {
  /**
   * Makes the next stamp, which the database must store in the same transaction.
   *
   * @param last the stamp that the database holds; null without one
   * @returns whether that one is the last that was made, or why nothing outside of the database can be written
   */
  next(db: Db, last: string | null): Op<{ isLast: boolean; stamp: string } | { failure: string }>;
  /** Says that the database has stored this stamp. From now on, an earlier one shows that the database was put back. */
  stored(stamp: string): void;
}
