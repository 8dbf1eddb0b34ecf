import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
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

type Answer = [status: number, body: unknown, headers?: Record<string, string>];
type Kind = 'dashboards' | 'insights';
const PROJECT = 42;
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
    } | null,
  };
  let lastId = 0;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://posthog');
    requests.push(`${method} ${pathname}`);
    const { refuse } = rules;
    if (refuse && requests.length >= refuse.from) {
      const { detail = 'Refused\nby a rule.', headers: own = {} } = refuse;
      return [refuse.status, { detail }, own];
    }
    if (headers.authorization !== `Bearer ${key}`) {
      return [401, { type: 'authentication_error', detail: 'Personal API key is invalid.' }];
    }
    const [, ofPersons] = /^\/api\/projects\/(\d+)\/persons\/bulk_delete\/$/.exec(pathname) ?? [];
    if (method === 'POST' && Number(ofPersons) === PROJECT) return deletePersons(request);
    const [, project, kind, id] =
      /^\/api\/projects\/(\d+)\/(dashboards|insights)\/(?:(\d+)\/)?$/.exec(pathname) ?? [];
    if (Number(project) !== PROJECT) return [404, { detail: 'Project not found.' }];
    const resources = state[kind as Kind];
    if (method === 'GET' && id === undefined) return [200, list(resources, searchParams)];
    if (rules.readOnly) {
      return [403, { detail: "API key missing required scope 'insight:write'" }];
    }
    const body = (await json(request)) as Partial<StoredResource>;
    if (method === 'POST' && id === undefined) return [201, show(create(kind as Kind, body))];
    const found = resources.find((one) => one.id === Number(id) && !one.deleted);
    if (!found) return [404, { detail: 'Not found.' }];
    if (method === 'PATCH') return [200, show(Object.assign(found, stored(body)))];
    return [405, { detail: `Method "${method}" not allowed.` }];
  }

  async function deletePersons(request: IncomingMessage): Promise<Answer> {
    if (rules.readOnly) return [403, { detail: "API key missing required scope 'person:write'" }];
    const { distinct_ids: ids, delete_events: withEvents } = (await json(request)) as Partial<{
      distinct_ids: unknown;
      delete_events: unknown;
    }>;
    const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= 1000;
    if (!isList || withEvents !== true || ids.some((each) => typeof each !== 'string')) {
      return [400, { detail: 'You need to specify either distinct_ids or ids' }];
    }
    deletedIds.push(...ids);
    return [202, {}];
  }

  function list(resources: StoredResource[], query: URLSearchParams) {
    const present = resources.filter(({ deleted }) => !deleted);
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 100), MAX_PAGE);
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

  const server = createServer((request, response) => {
    answer(request)
      .catch((error): Answer => [500, { detail: String(error) }])
      .then(([status, body, headers = {}]) => {
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      });
  });
  const port = await listenLocally(server);
  const close = () => {
    server.closeAllConnections();
    return closeServer(server);
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${port}`,
    project: PROJECT,
    ...{ key, state, requests, deletedIds, rules, create, close },
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
