import type { Pool } from 'pg';
import { advisoryGate, hasAdvisoryLocks } from './advisory-gate.ts';
import type { EventGate } from './event-gate.ts';
import { rowGate } from './row-gate.ts';

/** Returns the best gate that the server offers. */
export async function chooseGate(pool: Pool): Promise<EventGate> {
  return (await hasAdvisoryLocks(pool)) ? advisoryGate : rowGate;
}
