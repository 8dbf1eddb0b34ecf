import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { NewerBuildError } from './consent/newer-build.ts';
import { problem, retryAfter } from './edge/problem.ts';
import type { RequestEnv } from './edge/request-frame.ts';
import { errorFields, type Log, warnSparsely } from './lib/log.ts';
import { StoreUnavailableError } from './store/store.ts';

/** Answers every fault that no route expects. */
export function createAnswerError({ log, now }: { log: Log; now(): number }) {
  const warn = warnSparsely({ log, now }, 'the database is not available');
  return (error: Error, c: Context<RequestEnv>) => {
    const requestId = c.get('requestId');
    if (error instanceof StoreUnavailableError) {
      warn({ requestId, code: error.message });
      retryAfter(c);
      return problem(c, 503, {
        code: 'store_unavailable',
        message: 'The database is not available; send the same request again.',
      });
    }
    if (error instanceof NewerBuildError) {
      retryAfter(c);
      return problem(c, 503, {
        code: 'newer_build',
        message: 'A newer version of this site is taking over; send the same request again.',
      });
    }
    const where = { requestId, method: c.req.method, route: routePath(c) };
    log.error('a request failed', { ...where, ...errorFields(error) });
    return problem(c, 500, {
      code: 'internal',
      message: 'The server failed to answer this request.',
    });
  };
}
