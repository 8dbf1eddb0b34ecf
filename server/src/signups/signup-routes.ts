import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { MAX_SIGNUP_BODY_BYTES } from '#shared/limits';
import type { ClientCounts } from '../counts/count-clients.ts';
import { type Bodies, type BodyFault, isJson } from '../edge/body/bodies.ts';
import type { ClientOf } from '../edge/client-address.ts';
import { OVERLOADED, retryAfter } from '../edge/problem.ts';
import { queryValue } from '../edge/request-url.ts';
import { SIGNUP_COLUMNS, type SignUp, type SignupFault } from './sign-up.ts';

const TABLE = 'notifyme_signups';
/** Columns that the server fills in. */
const OWN_COLUMNS: readonly string[] = ['id', 'created_at', 'confirmed_at'];

export interface SignupRouteDeps {
  signUp: SignUp;
  bodies: Bodies;
  publicKey: string;
  clientOf: ClientOf;
  clientCounts: Pick<ClientCounts, 'count'>;
}

/**
 * The signup interface as PostgREST would offer the table to anonymous visitors with the right to insert and no other
 * right. https://docs.postgrest.org/en/v12/references/errors.html has the codes.
 */
export function signupRoutes(deps: SignupRouteDeps) {
  const { signUp, bodies, publicKey, clientOf, clientCounts } = deps;
  const app = new Hono();
  app.all('/*', async (c) => {
    const refused = refuseKey(c, publicKey) ?? refuseTable(c) ?? refuseMethod(c) ?? refuseType(c);
    if (refused) return refused;
    return bodies.json(c, MAX_SIGNUP_BODY_BYTES, (body) =>
      body.ok ? insert(c, body.json) : refuseBody(c, body.why),
    );
  });

  async function insert(c: Context, json: unknown) {
    const sent = oneObject(json);
    if (!sent) return notOneObject(c);
    const listed = listedColumns(c);
    const refusedColumns = refuseColumns(c, [...Object.keys(sent), ...(listed ?? [])]);
    if (refusedColumns) return refusedColumns;
    const chosen = Object.entries(sent).filter(([name]) => listed?.includes(name) ?? true);
    const result = await signUp(Object.fromEntries(chosen), clientOf(c));
    if (result.outcome === 'invalid') {
      const { fault } = result;
      return failure(c, 400, { code: fault.code, message: faultMessage(fault) });
    }
    if (result.outcome === 'over_budget') {
      retryAfter(c, result.retrySeconds);
      return tooManySignups(c, result.retrySeconds);
    }
    if (result.outcome !== 'duplicate') {
      clientCounts.count(clientOf(c), 'signed_up');
      return c.body(null, 201, { 'Content-Length': '0' });
    }
    return failure(c, 409, {
      code: '23505',
      details: 'Key (email) already exists.',
      message: `duplicate key value violates unique constraint "${TABLE}_email_key"`,
    });
  }

  return app;
}

interface Failure {
  code: string;
  message: string;
  details?: string;
  hint?: string;
}

const failure = (c: Context, status: ContentfulStatusCode, said: Failure) =>
  c.json({ details: null, hint: null, ...said }, status);

/** @param seconds until the next one would be accepted */
export const tooManySignups = (c: Context, seconds: number) =>
  failure(c, 429, {
    code: 'too_many_requests',
    message: 'too many requests from this address',
    hint: `Try again in ${seconds} s.`,
  });

function refuseKey(c: Context, publicKey: string) {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if ((c.req.header('apikey') ?? bearer) === publicKey) return null;
  const hint = 'Send the public key of this site in the `apikey` header.';
  return c.json({ message: 'Invalid API key', hint }, 401);
}

function refuseTable(c: Context) {
  if (new URL(c.req.url).pathname === `/rest/v1/${TABLE}`) return null;
  return failure(c, 404, {
    code: 'PGRST205',
    message: 'Could not find the table in the schema cache',
    hint: `The one table here is ${TABLE}.`,
  });
}

const permissionDenied = (c: Context, hint: string) =>
  failure(c, 401, {
    code: '42501',
    message: `permission denied for table ${TABLE}`,
    hint,
  });

function refuseMethod(c: Context) {
  const prefer = (c.req.header('prefer') ?? '').toLowerCase();
  const upsert = /\bresolution\s*=/.test(prefer) || queryValue(c, 'on_conflict') !== null;
  const reading =
    /\breturn\s*=\s*"?representation/.test(prefer) || queryValue(c, 'select') !== null;
  if (c.req.method === 'POST' && !upsert && !reading) return null;
  return permissionDenied(
    c,
    'Anonymous visitors may insert one row with return=minimal, nothing else.',
  );
}

function refuseType(c: Context) {
  const type = c.req.header('content-type');
  if (type === undefined || isJson(type)) return null;
  return failure(c, 415, {
    code: 'PGRST107',
    message: 'The Content-Type is not supported; expected application/json',
  });
}

function refuseBody(c: Context, why: BodyFault) {
  switch (why) {
    case 'too_large':
      return failure(c, 413, {
        code: 'payload_too_large',
        message: `The body is too large; expected at most ${MAX_SIGNUP_BODY_BYTES} bytes`,
      });
    case 'not_json':
      return notOneObject(c);
    case 'busy':
      retryAfter(c);
      return failure(c, 503, OVERLOADED);
  }
}

const notOneObject = (c: Context) =>
  failure(c, 400, {
    code: 'PGRST102',
    message: 'Empty or invalid json; expected one object, or an array holding one',
  });

function oneObject(json: unknown): Record<string, unknown> | null {
  const one: unknown = Array.isArray(json) && json.length === 1 ? json[0] : json;
  return typeof one === 'object' && one !== null && !Array.isArray(one) ? { ...one } : null;
}

/** `?columns="name","email"`, as supabase-js sends it with an array. */
function listedColumns(c: Context): string[] | null {
  const columns = queryValue(c, 'columns');
  if (!columns) return null;
  return columns.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

function refuseColumns(c: Context, names: readonly string[]) {
  const known: readonly string[] = [...SIGNUP_COLUMNS, ...OWN_COLUMNS];
  if (names.some((name) => !known.includes(name))) {
    return failure(c, 400, {
      code: 'PGRST204',
      message: `Could not find a column of '${TABLE}' in the schema cache`,
      hint: `The columns are ${SIGNUP_COLUMNS.join(', ')}.`,
    });
  }
  if (!names.some((name) => OWN_COLUMNS.includes(name))) return null;
  return permissionDenied(c, 'The server fills in id, created_at and confirmed_at.');
}

function faultMessage(fault: SignupFault): string {
  switch (fault.code) {
    case '22P02':
      return `invalid input for column "${fault.column}"; expected text or null`;
    case '22P05':
      return `unsupported Unicode characters in column "${fault.column}"`;
    case '22001':
      return `value too long for column "${fault.column}"; expected at most ${fault.max} characters`;
    case '23502':
      return `null value in column "${fault.column}" of relation "${TABLE}" violates not-null constraint`;
    case '23514':
      return `new row for relation "${TABLE}" violates check constraint "${fault.constraint}"`;
  }
}
