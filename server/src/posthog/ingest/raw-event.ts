import { z } from 'zod';
import { limitedText } from '#shared/limited-text';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Canonical, without hyphens, or empty: SDKs without an id send an empty string. */
const uuidPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|)$/i;

const text = z.string().nullish();
const recordSchema = z.custom<Record<string, unknown>>(isRecord, 'expected an object');

/** One event on the wire, with the parts of its shape that decide whether PostHog accepts the request. */
const rawEventSchema = z.object({
  event: z.string(),
  uuid: limitedText(64).regex(uuidPattern, 'expected a UUID').nullish(),
  token: text,
  $token: text,
  api_key: text,
  distinct_id: z.unknown().optional(),
  $distinct_id: z.unknown().optional(),
  session_id: z.unknown().optional(),
  timestamp: text,
  offset: z.int().nullish(),
  properties: recordSchema.nullish(),
  options: recordSchema.nullish(),
});
export type RawEvent = z.infer<typeof rawEventSchema>;

const envelopeSchema = z.object({
  api_key: text,
  token: text,
  sent_at: z.unknown().optional(),
});

export interface RawEnvelope {
  /** The token of the whole batch. */
  token: string | null;
  sentAt: string | null;
}

/** Parses the fields around a batch. */
export function parseEnvelope(json: unknown): RawEnvelope | { fault: string } {
  const parsed = envelopeSchema.safeParse(json);
  if (!parsed.success) return { fault: describe(parsed.error) };
  const { token, api_key, sent_at } = parsed.data;
  const sentAt = typeof sent_at === 'string' ? sent_at : null;
  return { token: token ?? api_key ?? null, sentAt };
}

export function parseEvent(json: unknown): RawEvent | { fault: string } {
  const parsed = rawEventSchema.safeParse(json);
  return parsed.success ? parsed.data : { fault: describe(parsed.error) };
}

/** Describes where and why parsing failed, never the value: it may be personal. */
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'not as expected';
}

/** SDKs send some 60 properties, most of them PostHog's own. */
const MAX_KEYS = 100;

/** Returns whether an event has more keys or properties than any SDK sends. Such an event is not examined further. */
export const hasTooManyKeys = (event: RawEvent, json: unknown): boolean =>
  Object.keys(event.properties ?? {}).length > MAX_KEYS ||
  Object.keys(json as object).length > MAX_KEYS;

/** Returns the uuid in canonical form, or null without one. */
export function uuidOf({ uuid }: RawEvent): string | null {
  if (!uuid) return null;
  const digits = uuid.replaceAll('-', '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function tokenOf(event: RawEvent): string | null {
  const inProperties = event.properties?.['token'];
  const own = event.token ?? event.$token ?? event.api_key;
  return own ?? (typeof inProperties === 'string' ? inProperties : null);
}

const MAX_DISTINCT_ID_CHARACTERS = 200;

/** Returns the id as text: PostHog accepts values of any type. Null for a blank one. */
export function distinctIdOf(event: RawEvent): string | null {
  const id = event.distinct_id ?? event.$distinct_id ?? event.properties?.['distinct_id'];
  if (id === undefined || id === null) return null;
  // Nobody has consented under an object, and converting one could overflow the stack.
  if (typeof id === 'object') return '{}';
  const [...characters] = String(id).slice(0, 2 * MAX_DISTINCT_ID_CHARACTERS);
  const text = characters.slice(0, MAX_DISTINCT_ID_CHARACTERS).join('');
  return text.trim() === '' ? null : text;
}
