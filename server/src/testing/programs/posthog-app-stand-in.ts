import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import type { SavedFunnel } from '#shared/saved-funnels';
import type { Subcommand } from '../../cli/frame/subcommand.ts';
import type { PosthogContext } from '../../cli/posthog/commands.ts';
import { closeServer, listenLocally } from './free-port.ts';

export interface StoredResource {
  id: number;
  name: string | null;
  description: string;
  tags: string[];
  deleted: boolean;
  query?: unknown;
  dashboards?: number[];
}

interface RunChange {
  config?: Partial<PosthogContext['config']>;
  brand?: string;
  saved?: SavedFunnel[];
}

type Kind = 'dashboards' | 'insights';
const PROJECT = 42;
const API = `/api/projects/${PROJECT}`;
/** Fewer than anybody asks for, so that every list has several pages. */
const MAX_PAGE = 3;

/**
 * PostHog's REST interface as a real server, for one project: keys and their scopes, paginated lists, tags in lower
 * case, deletion by a flag, and queries that come back with missing fields filled in.
 */
export async function openPosthogApp({ keepsTags = true } = {}) {
  const key = 'phx_test';
  const state: Record<Kind, StoredResource[]> = { dashboards: [], insights: [] };
  const requests: string[] = [];
  /** The distinct ids whose persons and events were to be deleted, in order. */
  const deletedIds: string[] = [];
  const rules = {
    readOnly: false,
    /** Answers every request from that one on. */
    refuse: null as {
      from: number;
      status: number;
      headers?: Record<string, string>;
      detail?: string;
      /** The whole answer, instead of one with `detail`. Null: none. */
      answer?: object | null;
    } | null,
  };
  let lastId = 0;

  const app = new Hono();
  app.use(async (c, next) => {
    requests.push(`${c.req.method} ${c.req.path}`);
    const { refuse } = rules;
    if (refuse && requests.length >= refuse.from) {
      const { status, detail = 'Refused\nby a rule.', answer = { detail }, headers } = refuse;
      return new Response(answer && JSON.stringify(answer), {
        status,
        ...(headers && { headers }),
      });
    }
    if (c.req.header('Authorization') !== `Bearer ${key}`) {
      return c.json({ type: 'authentication_error', detail: 'Personal API key is invalid.' }, 401);
    }
    const isRefused = rules.readOnly && c.req.method !== 'GET';
    return isRefused
      ? c.json({ detail: "API key missing required scope 'insight:write'" }, 403)
      : next();
  });
  app.post(`${API}/persons/bulk_delete/`, async (c) => {
    const { distinct_ids: ids, delete_events: withEvents } = await c.req.json();
    const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 1000;
    if (!isList || withEvents !== true || ids.some((each) => typeof each !== 'string')) {
      return c.json({ detail: 'You need to specify either distinct_ids or ids' }, 400);
    }
    deletedIds.push(...ids);
    const queued = { events_queued_for_deletion: false, recordings_queued_for_deletion: false };
    return c.json({ persons_found: 0, persons_deleted: 0, ...queued, deletion_errors: [] }, 202);
  });
  for (const kind of ['dashboards', 'insights'] as const) {
    app.get(`${API}/${kind}/`, (c) => c.json(list(state[kind], c.req.query())));
    app.post(`${API}/${kind}/`, async (c) => c.json(show(create(kind, await c.req.json())), 201));
    app.patch(`${API}/${kind}/:id/`, async (c) => {
      const id = Number(c.req.param('id'));
      const found = state[kind].find((one) => one.id === id && !one.deleted);
      if (!found) return c.notFound();
      return c.json(show(Object.assign(found, stored(await c.req.json()))));
    });
  }
  app.notFound((c) => c.json({ detail: 'Not found.' }, 404));

  function list(resources: StoredResource[], query: Record<string, string>) {
    const present = resources.filter(({ deleted }) => !deleted);
    const offset = Number(query['offset'] ?? 0);
    const limit = Math.min(Number(query['limit'] ?? 100), MAX_PAGE);
    const results = present.slice(offset, offset + limit).map(show);
    const next =
      offset + limit < present.length ? `http://internal/?offset=${offset + limit}` : null;
    return { count: present.length, next, previous: null, results };
  }

  function create(kind: Kind, body: Partial<StoredResource>): StoredResource {
    lastId += 1;
    const base = { id: lastId, name: null, description: '', tags: [], deleted: false };
    const own = kind === 'insights' ? { dashboards: [] } : {};
    const resource: StoredResource = { ...base, ...own, ...stored(body) };
    state[kind].push(resource);
    return resource;
  }

  const stored = (body: Partial<StoredResource>) => ({
    ...body,
    ...(body.tags && { tags: keepsTags ? body.tags.map((tag) => tag.trim().toLowerCase()) : [] }),
  });
  /** The same detail in lists and single answers. */
  const show = ({ query, ...resource }: StoredResource) => ({
    ...resource,
    ...(query !== undefined && { query: fillIn(query) }),
    created_at: '2026-03-14T12:00:00Z',
  });

  const server = createServer(getRequestListener(app.fetch));
  const port = await listenLocally(server);
  const url = `http://127.0.0.1:${port}`;
  const close = () => closeServer(server);
  onTestFinished(close);

  /** Runs a subcommand of `npm run posthog` in this process. Returns its output. */
  async function run(command: Subcommand<PosthogContext>, change: RunChange = {}) {
    const { config, brand = 'Dubkit', saved = [] } = change;
    const out = new PassThrough();
    const printed = text(out);
    const keys = { posthogPersonalApiKey: key, posthogProjectId: PROJECT };
    const settings = { posthogHost: url, ...keys, ...config };
    const context = { out, config: settings, brand, fetch, readFunnels: async () => saved };
    await command.run([], context).finally(() => out.end());
    return printed;
  }

  return {
    url,
    project: PROJECT,
    ...{ key, state, requests, deletedIds, rules, create, close, run },
    /** Returns the requests that changed something, and forgets them. */
    takeWrites() {
      return requests.splice(0).filter((line) => !line.startsWith('GET '));
    },
  };
}

function fillIn(query: unknown): unknown {
  const { source, ...node } = query as { source?: object };
  return source
    ? { ...node, full: null, source: { ...source, samplingFactor: null, version: 2 } }
    : query;
}
