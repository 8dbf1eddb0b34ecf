import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { uuidSchema } from '#shared/limited-text';
import { HOUR_MS } from '#shared/limits';
import { noteSchema, silenceSchema, teamRangeSchema } from '#shared/notes';
import { MAX_SAVED_FUNNELS, newFunnelSchema } from '#shared/saved-funnels';
import type { Bodies } from '../edge/body/bodies.ts';
import { type GrowthEnv, peopleOnly } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { invalidQuery, invalidRequest, problem } from '../edge/problem.ts';
import { queryValues } from '../edge/request-url.ts';
import { withIsoTimes } from '../lib/iso-times.ts';
import { parseParams } from '../lib/query-params.ts';
import type { World } from '../lib/world.ts';
import {
  findEqual,
  isReadable,
  listFunnels,
  stepIssues,
} from '../reports/funnel/find-saved-funnel.ts';
import type { Config } from '../settings/config.ts';
import type { Actor } from '../store/audit-entries.sql.ts';
import { ALERT_NAMES } from './alerts/alert-rules.ts';
import { adviceOf } from './alerts/alert-watch.ts';
import type { TeamStore } from './team.sql.ts';

const MAX_BYTES = 4 * 1024;
/** The end of time, for a range without one. */
const LAST = 8.64e15;

export interface GrowthTeamRouteDeps extends Pick<World, 'log' | 'now' | 'newId'> {
  store: TeamStore;
  bodies: Bodies;
  config: Pick<Config, 'timeZone'>;
}

/**
 * Notes, saved funnels and alerts. Everybody with a token or a session may read them, and writing needs GROWTH_TOKEN.
 * growth-routes.ts has already checked who asks.
 */
export function growthTeamRoutes({ store, bodies, config, log, now, newId }: GrowthTeamRouteDeps) {
  const schemaOfNote = noteSchema(config.timeZone);
  const app = new Hono<GrowthEnv>();
  /** Also lets reading pass, on the same paths. */
  const writesOnlyWithToken: MiddlewareHandler<GrowthEnv> = async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    return isRead ? next() : peopleOnly(c, next);
  };
  for (const path of ['/notes', '/funnels', '/alerts'].flatMap((own) => [own, `${own}/*`])) {
    app.use(path, writesOnlyWithToken);
  }

  const rangeOf = (c: Context) => parseParams(teamRangeSchema, queryValues(c));

  const json = jsonBody<GrowthEnv>(bodies, MAX_BYTES);
  methods(app, '/notes', {
    get: async (c) => {
      const range = rangeOf(c);
      if (!range.ok) return invalidQuery(c, range.issues);
      const { from, to } = range.query;
      const notes = await store.readNotes({ from: from ?? 0, to: to ?? LAST });
      return c.json({ notes: notes.map(withIsoTimes) });
    },
    post: json(schemaOfNote, async (c, { text, at = now() }) => {
      const note = { id: newId(), at, kind: 'note' as const, text };
      await store.addNote(note, c.get('by'));
      return c.json(withIsoTimes(note), 201);
    }),
  });
  methods(app, '/notes/:id', { delete: deletes('note', store.deleteNote) });

  /** The ids of unreadable funnels that the log has named. */
  const logged = new Set<string>();
  methods(app, '/funnels', {
    get: async (c) => {
      const none = parseParams(z.strictObject({}), queryValues(c));
      if (!none.ok) return invalidQuery(c, none.issues);
      const saved = await store.readFunnels();
      for (const { id } of saved.filter((one) => !isReadable(one) && !logged.has(one.id))) {
        logged.add(id);
        log.warn('This version cannot read a saved funnel; npm run data -- verify names it', {
          id,
        });
      }
      return c.json(listFunnels(saved));
    },
    post: json(newFunnelSchema, async (c, asked) => {
      const issues = stepIssues(asked);
      if (issues.length > 0) return invalidRequest(c, issues);
      const equal = findEqual(await store.readFunnels(), asked);
      if (equal) {
        const message = `The saved funnel ${JSON.stringify(equal.name)} asks the same; delete it first.`;
        return problem(c, 409, { code: 'same_funnel', message });
      }
      const saved = await store.saveFunnel(
        { id: newId(), ...asked },
        MAX_SAVED_FUNNELS,
        c.get('by'),
      );
      if (saved) return c.json({ preset: null, ...saved }, 201);
      const message = `There are ${MAX_SAVED_FUNNELS} saved funnels already; delete one first.`;
      return problem(c, 409, { code: 'too_many_funnels', message });
    }),
  });
  methods(app, '/funnels/:id', { delete: deletes('funnel', store.deleteFunnel) });

  methods(app, '/alerts', {
    get: async (c) => {
      const range = rangeOf(c);
      if (!range.ok) return invalidQuery(c, range.issues);
      const { from, to } = range.query;
      const seesPeople = c.get('access') === 'people';
      const [alerts, silences] = await Promise.all([
        store.readAlerts({ from: from ?? 0, to: to ?? LAST }),
        store.readSilences(now()),
      ]);
      return c.json({
        alerts: alerts.map(({ since, ...alert }) => ({
          ...withIsoTimes(alert),
          advice: adviceOf(alert.name),
          since: iso(seesPeople ? since : alert.raisedAt), // it may be the time of one signup
          silentUntil: isoOrNull(silences.get(alert.name)),
        })),
      });
    },
  });
  methods(app, '/alerts/:name/silence', {
    post: json(silenceSchema, async (c, { hours }) => {
      const name = ALERT_NAMES.find((known) => known === c.req.param('name'));
      if (name === undefined) {
        const message = `There is no such alert; expected one of ${ALERT_NAMES.join(', ')}.`;
        return problem(c, 404, { code: 'not_found', message });
      }
      const until = now() + hours * HOUR_MS;
      await store.silenceAlert(name, until);
      return c.json({ name, silentUntil: iso(until) });
    }),
  });
  return app;
}

const deletes =
  (what: string, remove: (id: string, by?: Actor) => Promise<'deleted' | 'not_found'>) =>
  async (c: Context<GrowthEnv>) => {
    const id = uuidSchema.safeParse(c.req.param('id'));
    const outcome = id.success ? await remove(id.data, c.get('by')) : 'not_found';
    if (outcome === 'deleted') return c.json({ deleted: true });
    return problem(c, 404, { code: 'not_found', message: `This ${what} does not exist.` });
  };

const iso = (time: number) => new Date(time).toISOString();
const isoOrNull = (time: number | undefined) => (time === undefined ? null : iso(time));
