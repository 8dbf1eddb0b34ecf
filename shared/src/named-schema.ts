import { z } from 'zod';

/** Returns the schema of an object that docs/openapi.json has under this name. */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.strictObject(shape).meta({ id });
