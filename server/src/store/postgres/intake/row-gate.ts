import { unknownPresence } from '../connection/presence.ts';
import type { EventGate } from './event-gate.ts';

/**
 * For servers without advisory locks: one writer at a time, which locks a row and counts `seq` in it. The order of
 * `seq` is then the order of commits. A process does not know which text the others ask with.
 */
export const rowGate: EventGate = {
  locks: 'rows',
  createPresence: () => unknownPresence,
  async enter(tx, rows) {
    if (rows === 0) return null;
    const counted = await tx.query<{ last: number }>(
      `UPDATE turns SET counter = counter + $1 WHERE name = 'events' RETURNING counter AS last`,
      [rows],
    );
    return Number(counted.rows[0]?.last ?? 0) - rows;
  },
  async close(tx) {
    await tx.query(`SELECT 1 FROM turns WHERE name = 'events' FOR UPDATE`);
  },
  async lockPersons(tx, consentIds) {
    if (consentIds.length > 0)
      await tx.query(`SELECT 1 FROM turns WHERE name = 'decisions' FOR UPDATE`);
  },
  async settledThrough() {
    return Number.MAX_SAFE_INTEGER;
  },
};
