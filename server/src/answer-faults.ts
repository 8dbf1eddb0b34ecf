import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { StatusCode } from 'hono/utils/http-status';
import { problem, retryAfter } from './http/problem.ts';
import type { RequestEnv } from './http/request-frame.ts';
import { errorFields, type Log, warnSparsely } from './log.ts';
import { exchangeOf } from './node/exchange.ts';
import {
  REPORT_SILENCE_MS,
  REPORT_TIMEOUT_MS,
  ReportsBusyError,
  ReportTooLongError,
} from './reports/ask-reports.ts';
import { TooManyQuestionsError } from './services/console/viewer.ts';
import { NewerBuildError } from './services/newer-build.ts';
import { StoreUnavailableError } from './store/store.ts';

/** nginx's own status, for the log: the client disconnected, and nothing failed. */
const CLIENT_CLOSED_REQUEST = 499 as StatusCode;

const TOO_LONG = {
  code: 'report_too_long',
  message: `The report took longer than ${REPORT_TIMEOUT_MS / 60_000} minutes and was stopped; ask for a shorter range of days.`,
};

const BUSY = {
  code: 'reports_busy',
  message: 'Too many reports wait to be counted; send the same request again.',
};

const TOO_MANY_QUESTIONS = {
  code: 'too_many_questions',
  message:
    'Viewers have asked for too many different figures in this quarter of an hour; the figures that were shown are still answered.',
};

/** Lets an answer that is being counted wait longer than others. */
export const allowReportSilence: MiddlewareHandler = async (c, next) => {
  const endSilence = exchangeOf(c).allowSilence(REPORT_SILENCE_MS);
  await next();
  endSilence();
};

/** Answers why a report was not counted. */
export const answerReportFault: ErrorHandler = (error, c) => {
  if (c.req.raw.signal.aborted) return c.body(null, CLIENT_CLOSED_REQUEST);
  if (error instanceof ReportTooLongError) return problem(c, 503, TOO_LONG);
  if (error instanceof ReportsBusyError) {
    retryAfter(c);
    return problem(c, 503, BUSY);
  }
  if (error instanceof TooManyQuestionsError) {
    retryAfter(c, Math.ceil(error.waitMs / 1000));
    return problem(c, 429, TOO_MANY_QUESTIONS);
  }
  throw error;
};

/** Answers every other fault. */
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
