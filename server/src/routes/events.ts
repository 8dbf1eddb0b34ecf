import { Hono } from 'hono';
import { MAX_EVENTS_BODY_BYTES } from '#shared/limits';
import {
  invalidRequest,
  methodNotAllowed,
  notJson,
  payloadTooLarge,
  problem,
} from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import { readSender } from '../http/sender.ts';
import type { IntakeMetrics } from '../metrics.ts';
import type { TakeEnvelope } from '../services/event-envelope.ts';

export interface EventRouteDeps {
  takeEnvelope: TakeEnvelope;
  metrics: IntakeMetrics;
}

/** Any content type is read as JSON: `sendBeacon` says text/plain. */
export function eventRoutes({ takeEnvelope, metrics }: EventRouteDeps) {
  const app = new Hono();
  app.post('/', async (c) => {
    const body = await readJson(c, MAX_EVENTS_BODY_BYTES);
    if (!body.ok) {
      const isTooLarge = body.why === 'too_large';
      metrics.dropped(isTooLarge ? 'too_large' : 'unreadable', 1);
      return isTooLarge ? payloadTooLarge(c, MAX_EVENTS_BODY_BYTES) : notJson(c);
    }
    const result = await takeEnvelope(body.json, readSender(c));
    switch (result.outcome) {
      case 'invalid':
        return invalidRequest(c, result.issues);
      case 'consent_required':
        return problem(c, 403, {
          code: 'consent_required',
          message: 'There is no consent in force for this id; nothing was kept.',
        });
      case 'crawler': {
        // As taken: whatever else it were told, it might come again.
        const reason = 'sent by a crawler';
        const rejected = Array.from({ length: result.events }, (_, index) => ({ index, reason }));
        return c.json({ accepted: 0, duplicates: 0, rejected });
      }
      case 'taken': {
        const { accepted, duplicates, rejected } = result;
        return c.json({ accepted, duplicates, rejected });
      }
    }
  });
  app.all('/', methodNotAllowed('POST'));
  return app;
}
