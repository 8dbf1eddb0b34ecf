import { type Context, Hono } from 'hono';
import type { Access } from '#shared/growth';
import { bearerToken } from '../edge/bearer-token.ts';
import type { GrowthEnv } from '../edge/growth-env.ts';
import { methods } from '../edge/methods.ts';
import { nothingHere, problem } from '../edge/problem.ts';
import { sameOrigin } from '../edge/same-origin.ts';
import { CONSOLE_POLICY } from '../edge/security-headers.ts';
import type { World } from '../lib/world.ts';
import type { GrowthSession } from './growth-sessions.ts';
import { allowReportSilence, answerReportFault } from './report-faults.ts';

export interface GrowthRouteDeps extends Pick<World, 'now'> {
  siteUrl: string;
  growthPage: string;
  /** The ways to a session, and who has one. */
  entry: {
    routes: Hono<GrowthEnv>;
    sessionOf(c: Context): Promise<GrowthSession | null>;
    accessOf(token: string): Access | null;
    refuseToken(c: Context): Response;
  };
  /** The routes under `/growth/api` beside the session. They need a session or a bearer token. */
  reports: Hono<GrowthEnv>;
  /** Who may enter, and what they did, likewise. */
  people: Hono<GrowthEnv>;
  /** Notes, saved funnels and alerts, likewise. */
  team: Hono<GrowthEnv>;
  /** Decisions, invitations and mailings, likewise. */
  list: Hono<GrowthEnv>;
  /** Counts different wrong bearer tokens. Returns a refusal after too many. */
  limitBearer(c: Context, token: string, isRight: boolean): Response | null;
}

/**
 * The growth team's console and its interface, for people with a passkey or a token. Without a token in the settings it does not
 * exist: see create-app.ts. The page itself contains no data, so a link to a view may be followed from anywhere. The cookie is
 * SameSite=Strict, so only the page's own requests carry it. Programs send a token as `Authorization: Bearer`: no page of
 * another site can make a browser do that.
 */
export function growthRoutes(deps: GrowthRouteDeps) {
  const { growthPage, entry, now } = deps;
  const app = new Hono<GrowthEnv>();

  app.use('*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
  });
  methods(app, '/', {
    get: (c) => c.html(growthPage, 200, { 'Content-Security-Policy': CONSOLE_POLICY }),
  });

  const isOwn = sameOrigin(deps.siteUrl);
  app.use('/api/*', async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    if (token === null) return isOwn(c, next); // before the limit, so that other sites lock nobody out
    const access = entry.accessOf(token);
    const refusal = deps.limitBearer(c, token, access !== null);
    if (refusal !== null) return refusal;
    if (access === null) return entry.refuseToken(c);
    c.set('access', access);
    return next();
  });
  app.route('/api', entry.routes);
  app.use('/api/*', async (c, next) => {
    const session = c.get('access') ? null : await entry.sessionOf(c);
    const access = c.get('access') ?? session?.access;
    if (!access) return refuseSignedOut(c);
    c.set('access', access);
    const { personId = null, name: doneBy = 'token' } = session?.person ?? {};
    c.set('by', { personId, doneBy, at: now() });
    c.set('isStale', session?.isStale ?? false);
    c.set('refuseLate', async () =>
      session && (await entry.sessionOf(c))?.access !== access ? refuseSignedOut(c) : null,
    );
    return next();
  });
  app.onError(answerReportFault);
  app.use('/api/*', allowReportSilence);
  app.route('/api', deps.people);
  app.route('/api', deps.team);
  app.route('/api', deps.list);
  app.route('/api', deps.reports);
  app.all('/api/*', nothingHere);
  return app;
}

function refuseSignedOut(c: Context) {
  c.header('WWW-Authenticate', 'Bearer');
  return problem(c, 401, {
    code: 'signed_out',
    message:
      'There is no session, or it has ended; expected to sign in first, or Authorization: Bearer with a token.',
  });
}
