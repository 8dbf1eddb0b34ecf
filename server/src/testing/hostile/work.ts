import type { Work } from '../../http/body/bodies.ts';
import { createBodyMemory } from '../../http/body/body-memory.ts';
import { createTurns } from '../../turns.ts';

/** Creates work on a body with unlimited memory and no pauses. */
export const createWork = (): Work => ({
  hold: createBodyMemory().hold('test'),
  pace: createTurns()(),
});
