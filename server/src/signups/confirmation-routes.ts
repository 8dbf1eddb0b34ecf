import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Bodies } from '../edge/body/bodies.ts';
import type { ClientOf } from '../edge/client-address.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { problem } from '../edge/problem.ts';
import type { createLimit } from '../edge/rate-limit.ts';
import { createMutex } from '../lib/mutex.ts';
import { type Confirmations, codeSchema } from './confirm-signup.ts';

const MAX_BYTES = 4 * 1024;

export interface ConfirmationRouteDeps {
  confirmations: Pick<Confirmations, 'tryCode'>;
  bodies: Bodies;
  clientOf: ClientOf;
  /** Counts wrong codes. */
  limit: ReturnType<typeof createLimit<Response>>;
}

/** `POST /api/confirmations`: the code of the message, typed where somebody signed up. */
export function confirmationRoutes(deps: ConfirmationRouteDeps) {
  const { confirmations, bodies, clientOf, limit } = deps;
  /** One try at a time, as in the store, so that each is counted before the next one is made. Clients take turns. */
  const inTurn = createMutex();
  const app = new Hono();
  app.use((c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });
  methods(app, '/', {
    post: jsonBody(bodies, MAX_BYTES)(codeSchema, (c, attempt) =>
      inTurn(() => tryCode(c, attempt), clientOf(c)),
    ),
  });
  async function tryCode(c: Context, attempt: z.infer<typeof codeSchema>) {
    const refusal = limit.count(c);
    if (refusal !== null) return refusal;
    const answer = await confirmations.tryCode(attempt, clientOf(c));
    switch (answer.outcome) {
      case 'confirmed':
        limit.giveBack(c);
        return c.json({ confirmed: true });
      case 'wrong':
        return problem(c, 400, {
          code: 'wrong_code',
          message: 'This is not the code of a message to this address, or it no longer counts.',
          triesLeft: answer.triesLeft,
        });
      case 'gone':
        return problem(c, 410, {
          code: 'code_expired',
          message: 'Codes were tried too often; the link may still work.',
        });
    }
  }
  return app;
}
