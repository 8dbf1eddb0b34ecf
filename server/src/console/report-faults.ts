import type { ErrorHandler, MiddlewareHandler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { exchangeOf } from '../edge/node/exchange.ts';
import { problem, retryAfter } from '../edge/problem.ts';
import {
  REPORT_SILENCE_MS,
  REPORT_TIMEOUT_MS,
  ReportsBusyError,
  ReportTooLongError,
} from '../reports/ask-reports.ts';
import { FewPeopleError } from '../reports/find-few.ts';

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

const FEW_PEOPLE = {
  code: 'few_people',
  message:
    'Fewer than five people of the period have what issues names, so this token does not show them.',
};

/** Lets an answer that is being counted wait longer than others. */
export const allowReportSilence: MiddlewareHandler = async (c, next) => {
  const endSilence = exchangeOf(c).allowSilence(REPORT_SILENCE_MS);
  await next();
  endSilence();
};

export const answerReportFault: ErrorHandler = (error, c) => {
  if (c.req.raw.signal.aborted) return c.body(null, CLIENT_CLOSED_REQUEST);
  if (error instanceof ReportTooLongError) return problem(c, 503, TOO_LONG);
  if (error instanceof ReportsBusyError) {
    retryAfter(c);
    return problem(c, 503, BUSY);
  }
  if (error instanceof FewPeopleError)
    return problem(c, 400, { ...FEW_PEOPLE, issues: error.issues });
  throw error;
};
