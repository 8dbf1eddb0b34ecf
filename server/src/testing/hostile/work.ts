import type { Work } from '../../http/body/bodies.ts';
import { createBodyMemory } from '../../http/body/body-memory.ts';
import { createTimeSlices } from '../../time-slices.ts';

/** Creates work on a body with unlimited memory and no pauses. */
export const createWork = (): Work => ({
  reservation: createBodyMemory().reserve('test'),
  slice: createTimeSlices()(),
});
