import { type Engine, rowsOf } from '../sql/operation.ts';
import { asUnavailable, type SitePool } from './connection/pool.ts';
import { createDb, finish } from './connection/sql.ts';
import { inTransaction } from './connection/transaction.ts';
import type { Intake } from './intake/write-intake.ts';

export function createEngine(pool: SitePool, intake: Intake): Engine {
  const writes: Engine['writes'] =
    (_, operation) =>
    (...args) =>
      inTransaction(pool, (tx) => finish(operation(createDb(tx), ...args)));
  return {
    reads:
      (operation) =>
      async (...args) => {
        try {
          return await finish(operation(createDb(pool), ...args));
        } catch (error) {
          throw asUnavailable(error);
        }
      },
    writes,
    queues:
      (rows, operation) =>
      (...args) =>
        intake.write('task', rowsOf(rows, args), (tx) => finish(operation(createDb(tx), ...args))),
    erases: (operation) => writes(1, operation),
  };
}
