import { type Context, Hono } from 'hono';
import type { Access } from '#shared/growth';
import {
  deliverySchema,
  eventsQuerySchema,
  signupFilterSchema,
  signupsQuerySchema,
  trafficQuerySchema,
} from '#shared/growth-queries';
import { reportRangeSchema } from '#shared/report-range';
import { isStorableText } from '#shared/text';
import type { Bodies } from '../edge/body/bodies.ts';
import { type GrowthEnv, peopleOnly, recentOnly } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { exchangeOf } from '../edge/node/exchange.ts';
import { invalidQuery, problem } from '../edge/problem.ts';
import { queryValues } from '../edge/request-url.ts';
import { csvHeaders, streamText } from '../edge/stream-text.ts';
import { type Params, type ParamsSchema, parseParams } from '../lib/query-params.ts';
import type { World } from '../lib/world.ts';
import { REPORT_SILENCE_MS } from '../reports/ask-reports.ts';
import { findFunnel, isReadable, parseSavedFunnel } from '../reports/funnel/find-saved-funnel.ts';
import { type FunnelParams, parseFunnelParams } from '../reports/funnel/funnel-params.ts';
import { readProgramVersion } from '../settings/program-version.ts';
import type { TeamStore } from '../team/team.sql.ts';
import type { GrowthConsole } from './console-service.ts';
import { describeApi } from './openapi/document.ts';

export interface GrowthReportsRouteDeps extends Pick<World, 'now' | 'log'> {
  /** For each access, what the console shows. */
  consoles: Readonly<Record<Access, GrowthConsole>>;
  store: Pick<TeamStore, 'readFunnels'>;
  bodies: Bodies;
}

const MAX_DELIVERY_BYTES = 8 * 1024;

/** Aborted when the client disconnects. */
const signalOf = (c: Context) => c.req.raw.signal;

/** The data that the console reads and deletes. growth-routes.ts has already checked who may ask. */
export function growthReportsRoutes({ consoles, store, bodies, now, log }: GrowthReportsRouteDeps) {
  const app = new Hono<GrowthEnv>();
  const consoleOf = (c: Context<GrowthEnv>) => consoles[c.get('access') ?? 'figures'];

  /** Parses a funnel, which may be a saved one by its name. An unknown name is refused. */
  async function parseFunnel(params: Params): Promise<FunnelParams> {
    const { name: [name, surplus] = [], ...others } = params;
    if (name === undefined || surplus !== undefined || others['preset'] || others['step'])
      return parseFunnelParams(params);
    const saved = findFunnel((await store.readFunnels()).filter(isReadable), name);
    return saved ? parseSavedFunnel(saved, others) : parseFunnelParams(params);
  }

  const get = (path: string, answer: (c: Context<GrowthEnv>) => Promise<Response>) =>
    methods(app, path, { get: answer });

  get('/funnel', async (c) => {
    const params = await parseFunnel(queryValues(c));
    if (!params.ok) return invalidQuery(c, params.issues);
    return c.json(await consoleOf(c).funnel(params, signalOf(c)));
  });
  get('/figures', (c) => answer(c, reportRangeSchema, consoleOf(c).figures));
  get('/forms', (c) => answer(c, eventsQuerySchema, consoleOf(c).forms));
  get('/behaviour', (c) => answer(c, eventsQuerySchema, consoleOf(c).behaviour));
  get('/traffic', (c) => answer(c, trafficQuerySchema, consoleOf(c).traffic));
  let described: object | null = null;
  get('/openapi.json', async (c) => {
    described ??= describeApi(readProgramVersion().version);
    return c.json(described);
  });
  get('/problems', async (c) => c.json(await consoleOf(c).problems(signalOf(c))));
  for (const path of [
    '/delivery',
    '/tail',
    '/signups',
    '/signups.csv',
    '/signups/*',
    '/deliveries',
  ])
    app.use(path, peopleOnly);
  for (const path of ['/signups.csv', '/signups/:id', '/signups/:id/message'])
    app.use(path, recentOnly);
  get('/delivery', async (c) => c.json(await consoleOf(c).delivery(signalOf(c))));
  get('/tail', async (c) => c.json(await consoleOf(c).tail(signalOf(c))));
  get('/signups', (c) => answer(c, signupsQuerySchema, consoleOf(c).signups));
  get('/signups.csv', async (c) => {
    const parsed = parseParams(signupFilterSchema, queryValues(c));
    if (!parsed.ok) return invalidQuery(c, parsed.issues);
    const text = await consoleOf(c).signupsCsv(parsed.query, c.get('by'), signalOf(c));
    const name = parsed.query.type === 'beta' ? 'applications' : 'signups';
    return streamText(c, duringSilence(c, text), { log, headers: csvHeaders(name, now()) });
  });

  const idOf = (c: Context) => c.req.param('id') ?? '';
  methods(app, '/signups/:id', {
    delete: async (c) => {
      const id = idOf(c);
      const outcome = isStorableText(id)
        ? await consoleOf(c).eraseSignup(id, c.get('by'))
        : 'not_found';
      if (outcome === 'erased') return c.json({ erased: true });
      return problem(c, 404, { code: 'not_found', message: 'This signup does not exist.' });
    },
  });
  methods(app, '/signups/:id/message', {
    post: async (c) => {
      const id = idOf(c);
      const asked = isStorableText(id) ? await consoleOf(c).askAgain(id) : null;
      if (asked !== null) return c.json(asked);
      const message = 'This signup does not exist, or this site sends no mail.';
      return problem(c, 404, { code: 'not_found', message });
    },
  });
  methods(app, '/deliveries', {
    post: jsonBody<GrowthEnv>(bodies, MAX_DELIVERY_BYTES)(deliverySchema, async (c, news) => {
      if (await consoleOf(c).recordDelivery(news)) return c.body(null, 204);
      const message = 'No signup has this address, or was sent this message.';
      return problem(c, 404, { code: 'not_found', message });
    }),
  });
  return app;
}

async function answer<Query>(
  c: Context,
  schema: ParamsSchema<Query>,
  report: (query: Query, signal: AbortSignal) => Promise<object>,
) {
  const parsed = parseParams(schema, queryValues(c));
  if (!parsed.ok) return invalidQuery(c, parsed.issues);
  return c.json(await report(parsed.query, signalOf(c)));
}

/** The pieces of an answer, each of which may take as long as a report. */
async function* duringSilence<Piece>(c: Context, pieces: AsyncIterable<Piece>) {
  const endSilence = exchangeOf(c).allowSilence(REPORT_SILENCE_MS);
  try {
    yield* pieces;
  } finally {
    endSilence();
  }
}
