import type { Context, Env, Hono } from 'hono';
import type { z } from 'zod';
import { describeIssues } from '../lib/issues.ts';
import type { Bodies } from './body/bodies.ts';
import type { GrowthEnv } from './growth-env.ts';
import { invalidRequest, problem, refuseBody } from './problem.ts';

type Answer = Response | Promise<Response>;
/** What a path answers to each method. A `get` also answers HEAD. */
type Methods<E extends Env> = Partial<
  Record<'get' | 'post' | 'put' | 'delete', (c: Context<E>) => Answer>
>;

/** Answers these methods of a path, and every other one with 405 and the list of these. */
export function methods<E extends Env>(app: Hono<E>, path: string, answers: Methods<E>): void {
  const names = Object.keys(answers).map((name) => name.toUpperCase());
  for (const [name, answer] of Object.entries(answers)) app.on(name, path, answer);
  app.all(path, otherMethods(names));
}

/** Answers every method that a path does not have. Hono answers HEAD where it answers GET. */
export const otherMethods = (expected: readonly string[]) => (c: Context) => {
  const allow = expected.map((name) => (name === 'GET' ? 'GET, HEAD' : name)).join(', ');
  c.header('Allow', allow);
  return problem(c, 405, {
    code: 'method_not_allowed',
    message: `This path does not answer ${c.req.method}; expected ${allow}.`,
  });
};

/** Makes handlers of a JSON body: one that is too large, is no JSON or does not fit the schema is refused. */
export const jsonBody =
  <E extends Env = Env>(bodies: Bodies, maxBytes: number) =>
  <Schema extends z.ZodType>(
    schema: Schema,
    answer: (c: Context<E>, body: z.infer<Schema>) => Answer,
  ) =>
  (c: Context<E>) =>
    bodies.json(c, maxBytes, async (body) => {
      const refusal = await (c.var as GrowthEnv['Variables']).refuseLate?.();
      if (refusal) return refusal;
      if (!body.ok) return refuseBody(c, body.why, maxBytes);
      const parsed = schema.safeParse(body.json);
      return parsed.success
        ? answer(c, parsed.data)
        : invalidRequest(c, describeIssues(parsed.error));
    });
