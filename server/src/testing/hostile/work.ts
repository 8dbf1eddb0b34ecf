import type { Work } from '../../edge/body/bodies.ts';
import { createBodyMemory } from '../../edge/body/bodies.ts';
import { createTimeSlices } from '../../lib/time-slices.ts';

/** Creates work on a body with unlimited memory and no pauses. */
export const createWork = (): Work => ({
  reservation: createBodyMemory().reserve('test'),
  slice: createTimeSlices()(),
});
