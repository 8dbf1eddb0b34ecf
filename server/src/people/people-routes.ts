import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { BYTE_ORDER_MARK } from '#shared/byte-order-mark';
import { actsQuerySchema, newPersonSchema, personChangeSchema } from '#shared/people';
import { utcDay } from '#shared/time';
import type { Bodies } from '../edge/body/bodies.ts';
import { type GrowthEnv, peopleOnly, recentOnly } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { invalidQuery, problem } from '../edge/problem.ts';
import { queryValues } from '../edge/request-url.ts';
import { streamText } from '../edge/stream-text.ts';
import { withIsoTimes } from '../lib/iso-times.ts';
import { parseParams } from '../lib/query-params.ts';
import type { World } from '../lib/world.ts';
import { csvOf } from '../reports/export/export-formats.ts';
import type { PeopleStore, PersonChange } from './console-people.sql.ts';
import { newLink, whyNoPasskeys } from './passkeys.ts';

export interface PeopleRouteDeps extends Pick<World, 'now' | 'newId' | 'log'> {
  store: Pick<PeopleStore, 'readPeople' | 'addPerson' | 'changePerson' | 'readActs'>;
  bodies: Bodies;
  siteUrl: string;
}

const MAX_BYTES = 1024;
const ACTS_PER_PAGE = 200;
const COLUMNS = ['id', 'at', 'kind', 'by', 'thing', 'person', 'signup'];

/** Who may enter the console, and what they did. Whoever sees no people sees only themselves. */
export function peopleRoutes({ store, bodies, siteUrl, now, newId, log }: PeopleRouteDeps) {
  const app = new Hono<GrowthEnv>();
  const json = jsonBody<GrowthEnv>(bodies, MAX_BYTES);
  const unavailable = whyNoPasskeys(siteUrl);
  const idOf = (c: Context<GrowthEnv>) => c.req.param('id') ?? '';
  const byOf = (c: Context<GrowthEnv>) =>
    c.get('by') ?? { personId: null, doneBy: 'command', at: now() };
  const ownOr = (isOwn: (c: Context<GrowthEnv>) => boolean): MiddlewareHandler<GrowthEnv> => {
    return (c, next) => (isOwn(c) ? next() : peopleOnly(c, next));
  };
  const change = async (c: Context<GrowthEnv>, what: PersonChange, done: object) =>
    (await store.changePerson(idOf(c), what, byOf(c)))
      ? c.json(done)
      : problem(c, 404, { code: 'not_found', message: 'This person or passkey does not exist.' });

  const isPerson = (c: Context<GrowthEnv>) => byOf(c).personId !== null;
  const isRead = (c: Context<GrowthEnv>) => c.req.method === 'GET' || c.req.method === 'HEAD';
  app.use(
    '/people',
    ownOr((c) => isPerson(c) && isRead(c)),
  );
  for (const path of ['/acts', '/acts.csv']) app.use(path, ownOr(isPerson));
  for (const path of ['/people/:id', '/people/:id/reset'])
    app.use(path, peopleOnly, async (c, next) =>
      byOf(c).personId === idOf(c)
        ? problem(c, 409, {
            code: 'oneself',
            message:
              'This is done to you by another owner or the command, so that one owner is left.',
          })
        : next(),
    );
  // Their own passkeys and sessions are everybody's own business.
  for (const path of ['/people/:id/sessions', '/people/:id/passkeys/:passkey'])
    app.use(
      path,
      ownOr((c) => byOf(c).personId === idOf(c)),
    );
  for (const path of [
    '/people',
    '/people/:id',
    '/people/:id/reset',
    '/people/:id/passkeys/:passkey',
  ])
    app.use(path, (c, next) => (isRead(c) ? next() : recentOnly(c, next)));

  methods(app, '/people', {
    get: async (c) => {
      const isOwner = c.get('access') === 'people';
      const people = (await store.readPeople(now())).filter(
        ({ id }) => isOwner || id === byOf(c).personId,
      );
      return c.json({
        people: people.map(({ passkeys, sessions, ...person }) => ({
          ...withIsoTimes(person),
          seenAt: latest(passkeys.map(({ usedAt }) => usedAt)),
          passkeys: passkeys.map(withIsoTimes),
          sessions: sessions.map(withIsoTimes),
        })),
        unavailable,
      });
    },
    post: json(newPersonSchema, async (c, person) => {
      if (unavailable !== null)
        return problem(c, 409, { code: 'no_passkeys', message: unavailable });
      const { url, stored } = newLink(siteUrl, now());
      const id = newId();
      if (await store.addPerson({ id, ...person, createdAt: now(), ...stored }, byOf(c)))
        return c.json({ id, link: url }, 201);
      const message = `There is somebody called ${person.name}; expected another name.`;
      return problem(c, 409, { code: 'name_taken', message });
    }),
  });
  methods(app, '/people/:id', {
    put: json(personChangeSchema, (c, { role }) =>
      change(c, { kind: 'change_person', role }, { role }),
    ),
    delete: (c) => change(c, { kind: 'remove_person' }, { deleted: true }),
  });
  methods(app, '/people/:id/reset', {
    post: (c) => {
      const { url, stored } = newLink(siteUrl, now());
      return change(c, { kind: 'reset_person', ...stored }, { link: url });
    },
  });
  methods(app, '/people/:id/sessions', {
    delete: (c) => change(c, { kind: 'end_sessions' }, { deleted: true }),
  });
  methods(app, '/people/:id/passkeys/:passkey', {
    delete: (c) =>
      change(
        c,
        { kind: 'remove_passkey', passkey: c.req.param('passkey') ?? '' },
        { deleted: true },
      ),
  });

  const readPage = (person: string | null, before: number) =>
    store.readActs({ person, before, limit: ACTS_PER_PAGE });
  const nextOf = (acts: readonly { id: number }[]) =>
    acts.length < ACTS_PER_PAGE ? null : (acts.at(-1)?.id ?? null);
  /** Whoever sees no people sees what they did themselves. */
  const getActs = (
    path: string,
    answer: (c: Context, person: string | null, before: number) => Response | Promise<Response>,
  ) =>
    methods(app, path, {
      get: (c) => {
        const parsed = parseParams(actsQuerySchema, queryValues(c));
        if (!parsed.ok) return invalidQuery(c, parsed.issues);
        const { person, before } = parsed.query;
        const seen = c.get('access') === 'people' ? person : byOf(c).personId;
        return answer(c, seen, before ?? Number.MAX_SAFE_INTEGER);
      },
    });
  getActs('/acts', async (c, person, before) => {
    const acts = await readPage(person, before);
    return c.json({ acts: acts.map(withIsoTimes), next: nextOf(acts) });
  });
  getActs('/acts.csv', (c, person, before) => {
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="acts-${utcDay(now())}.csv"`,
    };
    return streamText(c, csvOfActs(person, before), { log, headers });
  });
  async function* csvOfActs(person: string | null, first: number) {
    yield BYTE_ORDER_MARK;
    for (let before: number | null = first; before !== null; ) {
      const acts = await readPage(person, before);
      yield csvOf(acts, { columns: COLUMNS, header: before === first });
      before = nextOf(acts);
    }
  }
  return app;
}

const latest = (times: readonly number[]) =>
  times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
