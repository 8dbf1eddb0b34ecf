import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { whyNoPasskeys } from '#shared/growth-console';
import { actsQuerySchema, newPersonSchema, personChangeSchema } from '#shared/people';
import type { Bodies } from '../edge/body/bodies.ts';
import { type GrowthEnv, peopleOnly, refuseFigures, refuseStale } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { invalidQuery, problem } from '../edge/problem.ts';
import { queryValues } from '../edge/request-url.ts';
import { csvHeaders, streamText } from '../edge/stream-text.ts';
import { withIsoTimes } from '../lib/iso-times.ts';
import { parseParams } from '../lib/query-params.ts';
import type { World } from '../lib/world.ts';
import { toCsv } from '../reports/export/export-formats.ts';
import type { ActRow } from './acts.sql.ts';
import type { PeopleStore } from './console-people.sql.ts';
import { newLink } from './passkeys.ts';

export interface PeopleRouteDeps extends Pick<World, 'now' | 'newId' | 'log'> {
  store: PeopleStore;
  bodies: Bodies;
  siteUrl: string;
}

const MAX_BYTES = 2 * 1024;
const ACTS_PER_PAGE = 200;
/** Their own passkeys and sessions are everybody's own business. */
const OWN = ['link_passkey', 'remove_passkey', 'end_sessions'];
const COLUMNS = ['id', 'at', 'kind', 'by', 'thing', 'person', 'signup'];

/** Who may enter the console, and what they did. A viewer with a passkey sees and changes only their own entry. */
export function peopleRoutes({ store, bodies, siteUrl, now, newId, log }: PeopleRouteDeps) {
  const app = new Hono<GrowthEnv>();
  const json = jsonBody<GrowthEnv>(bodies, MAX_BYTES);
  const peopleOrSelf: MiddlewareHandler<GrowthEnv> = (c, next) =>
    c.get('by').personId === null ? peopleOnly(c, next) : next();
  /** Returns whom an answer is about; null for everybody. */
  const seenBy = (c: Context<GrowthEnv>) =>
    c.get('access') === 'people' ? null : c.get('by').personId;
  for (const path of ['/people', '/people/:id', '/acts', '/acts.csv']) app.use(path, peopleOrSelf);
  const unavailable = whyNoPasskeys(siteUrl);
  const refuseLinks = (c: Context) =>
    unavailable === null ? null : problem(c, 409, { code: 'no_passkeys', message: unavailable });

  methods(app, '/people', {
    get: async (c) => {
      const people = await store.readPeople(now(), seenBy(c));
      return c.json({ people: people.map(withIsoTimes) });
    },
    post: json(newPersonSchema, async (c, person) => {
      const refusal = refuseFigures(c) ?? refuseStale(c) ?? refuseLinks(c);
      if (refusal !== null) return refusal;
      const { url: link, stored } = newLink(siteUrl, now());
      const added = { id: newId(), ...person, createdAt: now(), ...stored };
      if (await store.addPerson(added, c.get('by'))) return c.json({ link }, 201);
      const message = `There is somebody called ${person.name}; expected another name.`;
      return problem(c, 409, { code: 'name_taken', message });
    }),
  });
  methods(app, '/people/:id', {
    post: json(personChangeSchema, async (c, change) => {
      const id = c.req.param('id') ?? '';
      const isSelf = id === c.get('by').personId;
      const makesLink = change.kind === 'reset_person' || change.kind === 'link_passkey';
      const refusal =
        (isSelf && OWN.includes(change.kind) ? null : refuseFigures(c)) ??
        // A person who lost a passkey can still end its sessions.
        (change.kind === 'end_sessions' ? null : refuseStale(c)) ??
        (makesLink ? refuseLinks(c) : null);
      if (refusal !== null) return refusal;
      if (change.kind === 'link_passkey' && !isSelf)
        return problem(c, 403, {
          code: 'only_oneself',
          message: 'Only a person makes a link for one more passkey; reset_person makes a new one.',
        });
      const { url, stored } = newLink(siteUrl, now());
      switch (await store.changePerson(id, change, stored, c.get('by'))) {
        case 'done':
          return c.json({ link: makesLink ? url : null });
        case 'not_found':
          return problem(c, 404, {
            code: 'not_found',
            message: 'This person or passkey does not exist.',
          });
        case 'last_owner':
          return problem(c, 409, {
            code: 'last_owner',
            message: 'Nobody else can sign in as an owner; make somebody an owner first.',
          });
      }
    }),
  });

  async function* pagesOf(person: string | null, first: number) {
    for (let before: number | undefined = first; before; ) {
      const acts: ActRow[] = await store.readActs({ person, before, limit: ACTS_PER_PAGE });
      yield acts;
      before = acts.at(-1)?.id; // none after the last page
    }
  }
  for (const path of ['/acts', '/acts.csv'])
    methods(app, path, {
      get: async (c) => {
        const parsed = parseParams(actsQuerySchema, queryValues(c));
        if (!parsed.ok) return invalidQuery(c, parsed.issues);
        const { person, before } = parsed.query;
        const pages = pagesOf(seenBy(c) ?? person, before ?? Number.MAX_SAFE_INTEGER);
        if (path === '/acts.csv')
          return streamText(c, toCsv(pages, COLUMNS, { reader: 'spreadsheets' }), {
            ...{ log, headers: csvHeaders('acts', now()) },
          });
        const { value: acts } = await pages.next();
        return c.json({ acts: (acts ?? []).map(withIsoTimes) });
      },
    });
  return app;
}
