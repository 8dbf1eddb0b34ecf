import type { Work } from '../../http/body/bodies.ts';
import { createBodyMemory } from '../../http/body/body-memory.ts';
import { createTurns } from '../../turns.ts';

/** For work on a body that has all memory and all turns for itself. */
export const createWork = (): Work => ({
  hold: createBodyMemory().hold('test'),
  pace: createTurns().begin(),
});
