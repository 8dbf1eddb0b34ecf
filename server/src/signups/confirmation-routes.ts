import { Hono } from 'hono';
import type { Bodies } from '../edge/body/bodies.ts';
import type { ClientOf } from '../edge/client-address.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { problem } from '../edge/problem.ts';
import { type Confirmations, codeSchema } from './confirm-signup.ts';

const MAX_BYTES = 4 * 1024;

export interface ConfirmationRouteDeps {
  confirmations: Pick<Confirmations, 'tryCode'>;
  bodies: Bodies;
  clientOf: ClientOf;
}

/** `POST /api/confirmations`: the code of the message, typed where somebody signed up. */
export function confirmationRoutes({ confirmations, bodies, clientOf }: ConfirmationRouteDeps) {
  const app = new Hono();
  app.use((c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });
  methods(app, '/', {
    post: jsonBody(bodies, MAX_BYTES)(codeSchema, async (c, attempt) => {
      const answer = await confirmations.tryCode(attempt, clientOf(c));
      switch (answer.outcome) {
        case 'confirmed':
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
    }),
  });
  return app;
}
