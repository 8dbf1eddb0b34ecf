import { z } from 'zod';
import { parseJson, readAnswer } from '../../lib/read-answer.ts';
import { StartError } from '../../lib/start-error.ts';

export interface RestApiDeps {
  fetch: typeof fetch;
  /** Origin of PostHog's app, see ../app-origin.ts. */
  origin: string;
  personalApiKey: string;
  projectId: number;
}

export type ResourceKind = 'dashboards' | 'insights';

const resourceSchema = z.object({
  id: z.int(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  tags: z.array(z.string()).default([]),
  deleted: z.boolean().nullish(),
  /** Insights only. */
  query: z.unknown().optional(),
  dashboards: z.array(z.int()).nullish(),
});
const pageSchema = z.object({ next: z.string().nullable(), results: z.array(resourceSchema) });
export type RestResource = z.infer<typeof resourceSchema>;

const PAGE_SIZE = 100;
/** A page of a list has much in it. */
const MAX_ANSWER_BYTES = 16_000_000;
const TIMEOUT_MS = 30_000;

export type RestApi = ReturnType<typeof createRestApi>;

/**
 * Creates a client of PostHog's REST interface for the dashboards and insights of one project. It uses a personal API
 * key. Every failure is a {@link StartError}: one line that says what to do.
 */
export function createRestApi({ fetch, origin, personalApiKey, projectId }: RestApiDeps) {
  const base = `${origin}/api/projects/${projectId}`;

  async function ask<T>(schema: z.ZodType<T>, path: string, method = 'GET', body?: object) {
    const request = {
      method,
      headers: { Authorization: `Bearer ${personalApiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      // The key must not be sent to wherever a redirect leads.
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const response = await fetch(base + path, request).catch((error) => {
      throw new StartError(
        `PostHog at ${origin} cannot be reached: ${reasonOf(error)}; check POSTHOG_HOST`,
      );
    });
    const text = await readAnswer(response, MAX_ANSWER_BYTES).catch(() => '');
    if (!response.ok) throw new StartError(describeRefusal(response, text, { origin, projectId }));
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new StartError(
      `${origin} does not answer like PostHog (${method} ${path.split('?')[0]}); check POSTHOG_HOST, e.g. POSTHOG_HOST=https://eu.i.posthog.com`,
    );
  }

  return {
    /** Returns all that exist, without the deleted ones. */
    async list(kind: ResourceKind): Promise<RestResource[]> {
      const all: RestResource[] = [];
      for (;;) {
        const query = `basic=true&limit=${PAGE_SIZE}&offset=${all.length}`;
        const { next, results } = await ask(pageSchema, `/${kind}/?${query}`);
        all.push(...results);
        if (next === null || results.length === 0) break;
      }
      return all.filter(({ deleted }) => deleted !== true);
    },
    create: (kind: ResourceKind, body: object) => ask(resourceSchema, `/${kind}/`, 'POST', body),
    update: (kind: ResourceKind, id: number, body: object) =>
      ask(resourceSchema, `/${kind}/${id}/`, 'PATCH', body),
    /** PostHog keeps deleted resources and sets `deleted`. */
    remove: (kind: ResourceKind, id: number) =>
      ask(resourceSchema, `/${kind}/${id}/`, 'PATCH', { deleted: true }),
  };
}

type Target = Pick<RestApiDeps, 'origin' | 'projectId'>;

function describeRefusal(
  { status }: Response,
  body: string,
  { origin, projectId }: Target,
): string {
  const detail = detailOf(body);
  const advice: Record<number, string> = {
    401: `POSTHOG_PERSONAL_API_KEY is not valid there; expected a personal API key, phx_…, of an account at ${origin}`,
    403: `POSTHOG_PERSONAL_API_KEY may not do this; expected the scopes insight:write and dashboard:write, and access to project ${projectId}`,
    404: `there is no project ${projectId} there for this key; check POSTHOG_PROJECT_ID and POSTHOG_HOST`,
  };
  const otherwise =
    'try again later; earlier changes stay, and the same command continues from there';
  return `PostHog at ${origin} answers ${status}${detail ? ` (${detail})` : ''}: ${advice[status] ?? otherwise}`;
}

/** Returns PostHog's explanation, on one line. */
function detailOf(body: string): string {
  const parsed = z.object({ detail: z.string() }).safeParse(parseJson(body));
  return parsed.success ? parsed.data.detail.replace(/\s+/g, ' ').slice(0, 200) : '';
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer in ${TIMEOUT_MS / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
