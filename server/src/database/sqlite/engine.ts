import type { Database } from 'better-sqlite3';
import { type Db, type Engine, rowsOf } from '../../store/sql/operation.ts';
import { checkpoint } from '../../store/sqlite/connection/checkpoint.ts';
import { finish } from '../../store/sqlite/connection/sql.ts';
import type { Intake } from '../../store/sqlite/connection/write-intake.ts';

export function createEngine(db: Database, statements: Db, queue: Intake): Engine {
  const writes: Engine['writes'] =
    (rows, operation) =>
    (...args) =>
      queue.run(rowsOf(rows, args), () => finish(operation(statements, ...args)));
  return {
    reads:
      (operation) =>
      async (...args) =>
        finish(operation(statements, ...args)),
    writes,
    queues: writes,
    erases(operation) {
      const erase = writes(1, operation);
      return async (...args) => {
        const erased = await erase(...args);
        checkpoint(db); // erased data can still be read in the write-ahead log until the log is emptied
        return erased;
      };
    },
  };
}
