import { Hono } from 'hono';
import type { Bodies } from '../edge/body/bodies.ts';
import type { ClientOf } from '../edge/client-address.ts';
import { invalidRequest, methodNotAllowed, problem, refuseBody } from '../edge/problem.ts';
import { describeIssues } from '../lib/issues.ts';
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
  app.post('/', (c) =>
    bodies.json(c, MAX_BYTES, async (body) => {
      c.header('Cache-Control', 'no-store');
      if (!body.ok) return refuseBody(c, body.why, MAX_BYTES);
      const parsed = codeSchema.safeParse(body.json);
      if (!parsed.success) return invalidRequest(c, describeIssues(parsed.error));
      const answer = await confirmations.tryCode(parsed.data, clientOf(c));
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
  );
  app.all('/', methodNotAllowed('POST'));
  return app;
}
