import { asUnavailable, type SitePool } from '../../store/postgres/connection/pool.ts';
import { createDb, finish } from '../../store/postgres/connection/sql.ts';
import { inTransaction } from '../../store/postgres/connection/transaction.ts';
import { type Engine, rowsOf } from '../../store/sql/operation.ts';
import type { Intake } from './write-groups.ts';

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
