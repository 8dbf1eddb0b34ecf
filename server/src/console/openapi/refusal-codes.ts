import { z } from 'zod';
import { refusalSchema } from '#shared/growth';
import { GROWTH_PATH } from '#shared/growth-console';
import { changedMailingSchema } from '#shared/list-answers';

const API = `${GROWTH_PATH}/api/`;

/** Every refusal, by its code, with its status. docs/growth-api.md says when each is given. */
export const STATUS_OF = {
  invalid_request: 400,
  few_people: 400,
  wrong_code: 400,
  passkey_refused: 400,
  signed_out: 401,
  wrong_token: 401,
  figures_only: 403,
  passkey_needed: 403,
  only_oneself: 403,
  token_sign_in_off: 403,
  cross_origin: 403,
  consent_required: 403,
  not_found: 404,
  too_many_funnels: 409,
  same_funnel: 409,
  name_taken: 409,
  last_owner: 409,
  no_passkeys: 409,
  no_mail: 409,
  wrong_state: 409,
  not_sent: 409,
  wrong_words: 409,
  changed: 409,
  other_number: 409,
  code_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  too_many_events: 429,
  internal: 500,
  report_too_long: 503,
  reports_busy: 503,
  store_unavailable: 503,
  newer_build: 503,
  overloaded: 503,
} as const;
export type RefusalCode = keyof typeof STATUS_OF;

const { message, issues: some } = refusalSchema.shape;
const issues = { issues: some.unwrap() };
/** What some have beside `code` and `message`. */
const MORE: Partial<Record<RefusalCode, z.ZodRawShape>> = {
  invalid_request: issues,
  few_people: issues,
  wrong_code: { triesLeft: z.int().min(0) },
  changed: { mailing: changedMailingSchema },
};

/** Returns the schema of a refusal with one of these codes. */
export function refusalOf(codes: readonly RefusalCode[]): z.ZodType {
  const plain = codes.filter((code) => MORE[code] === undefined);
  const kinds = [
    ...(plain.length > 0 ? [z.strictObject({ code: z.enum(plain), message })] : []),
    ...codes.flatMap((code) =>
      MORE[code] ? [z.strictObject({ code: z.literal(code), message, ...MORE[code] })] : [],
    ),
  ];
  return kinds.length === 1 && kinds[0] ? kinds[0] : z.union(kinds);
}

/** What of an operation says which refusals it has. */
interface Refused {
  access: string;
  query?: unknown;
  body?: unknown;
  refusals?: readonly RefusalCode[];
}

/** Returns the refusals that an operation can answer: its own, and those that follow from what it is. */
export function codesOf({ access, query, body, refusals = [] }: Refused, path: string) {
  const isConsole = path.startsWith(API);
  const isLimited = isConsole || path.startsWith('/api/');
  const codes: (RefusalCode | false)[] = [
    (query ?? body) !== undefined && 'invalid_request',
    isConsole && access !== 'public' && 'signed_out',
    isConsole && 'wrong_token',
    access === 'people' && 'figures_only',
    isLimited && 'cross_origin',
    ...refusals,
    body !== undefined && 'payload_too_large',
    isLimited && 'too_many_requests',
    'internal',
    path !== '/healthz' && 'store_unavailable',
    body !== undefined && 'overloaded',
  ];
  return codes.filter((code) => code !== false);
}
