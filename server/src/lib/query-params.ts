import type { z } from 'zod';
import { describeIssues, type Issue } from './issues.ts';

/** The parameters of an address: each name with all its values. */
export type Params = Readonly<Record<string, readonly string[]>>;

type WithShape = Pick<z.ZodObject, 'shape'>;
/** A strict schema of parameters, perhaps with a transform behind it. */
export type ParamsSchema<Query> = z.ZodType<Query> & (WithShape | { in: WithShape });

/** Parses parameters with a schema, which also knows their names. */
export function parseParams<Query>(
  schema: ParamsSchema<Query>,
  params: Params,
): { ok: true; query: Query } | { ok: false; issues: Issue[] } {
  const parsed = schema.safeParse(single(params));
  if (parsed.success) return { ok: true, query: parsed.data };
  const { shape } = 'in' in schema ? schema.in : schema;
  return { ok: false, issues: describeIssues(parsed.error, Object.keys(shape)) };
}

/** A repeated parameter stays a list, which the schema refuses. */
export const single = (params: Params): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
