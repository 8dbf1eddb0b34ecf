import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { type GrowthSessionState, signInSchema } from '#shared/growth';
import { GROWTH_PATH } from '#shared/growth-console';
import { GROWTH_COOKIE } from '#shared/growth-cookie';
import { createSecretCheck } from '../http/bearer-token.ts';
import { type Bodies, isJson } from '../http/body/bodies.ts';
import type { IsHttps } from '../http/https.ts';
import { invalidRequest, methodNotAllowed, problem, refuseBody } from '../http/problem.ts';
import { requestCookies } from '../http/request-cookie.ts';
import { sameOrigin } from '../http/same-origin.ts';
import { type Log, warnSparsely } from '../log.ts';
import type { GrowthSessions } from '../services/console/growth-sessions.ts';
import { describeIssues } from '../services/issues.ts';

export interface GrowthRouteDeps {
  growthToken: string;
  sessions: GrowthSessions;
  bodies: Bodies;
  growthPage: string;
  /** The routes under `/growth/api` beside the session. They need a session. */
  reports: Hono;
  limitSignIn: MiddlewareHandler;
  siteUrl: string;
  isHttps: IsHttps;
  log: Log;
  now(): number;
}

const SIGN_IN_LIMITS = { maxBytes: 4 * 1024, maxValues: 100 };

/**
 * The growth team's console and its interface, for people with the token. Without a token in the settings it does not
 * exist: see app.ts. The page itself contains no data, so a link to a view may be followed from anywhere. The cookie is
 * SameSite=Strict, so only the page's own requests carry it.
 */
export function growthRoutes(deps: GrowthRouteDeps) {
  const { sessions, bodies, growthPage, siteUrl, isHttps, log, now } = deps;
  const isToken = createSecretCheck(deps.growthToken);
  const warn = warnSparsely({ log, now }, 'a wrong token at the growth console');
  const app = new Hono();

  app.use('*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
  });
  app.get('/', (c) => c.html(growthPage));
  app.all('/', methodNotAllowed('GET, HEAD'));

  app.use('/api/*', sameOrigin(siteUrl)); // before the limit, so that requests from other sites lock nobody out
  app.post('/api/session', deps.limitSignIn);
  const cookieOf = (c: Context) => requestCookies(c.req.header('cookie'), GROWTH_COOKIE)[0] ?? '';
  const expiryOf = (c: Context) => sessions.expiryOf(cookieOf(c));
  const attributes = (c: Context) => ({ path: GROWTH_PATH, secure: isHttps(c) });

  app.get('/api/session', async (c) => c.json(describe(await expiryOf(c), now())));
  app.post('/api/session', async (c) => {
    if (!isJson(c.req.header('content-type') ?? '')) {
      return problem(c, 415, {
        code: 'unsupported_media_type',
        message: 'The body must be sent as application/json.',
      });
    }
    return bodies.json(c, SIGN_IN_LIMITS, (body) =>
      body.ok ? signIn(c, body.json) : refuseBody(c, body.why, SIGN_IN_LIMITS),
    );
  });

  function signIn(c: Context, json: unknown) {
    const parsed = signInSchema.safeParse(json);
    if (!parsed.success) return invalidRequest(c, describeIssues(parsed.error));
    if (!isToken(parsed.data.token)) {
      warn({});
      return problem(c, 401, {
        code: 'wrong_token',
        message: 'This is not the GROWTH_TOKEN of this site.',
      });
    }
    const { cookie, expiresAt } = sessions.open();
    setCookie(c, GROWTH_COOKIE, cookie, {
      ...attributes(c),
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: Math.floor((expiresAt - now()) / 1000),
    });
    return c.json(describe(expiresAt, now()));
  }

  app.delete('/api/session', async (c) => {
    await sessions.close(cookieOf(c));
    deleteCookie(c, GROWTH_COOKIE, attributes(c));
    return c.json(describe(null, now()));
  });
  app.all('/api/session', methodNotAllowed('GET, HEAD, POST, DELETE'));

  app.use('/api/*', async (c, next) => {
    if ((await expiryOf(c)) !== null) return next();
    return problem(c, 401, {
      code: 'signed_out',
      message: 'There is no session, or none any more; expected to sign in first.',
    });
  });
  app.route('/api', deps.reports);
  app.all('/api/*', (c) =>
    problem(c, 404, { code: 'not_found', message: 'There is nothing at this path.' }),
  );
  return app;
}

const describe = (expiresAt: number | null, now: number): GrowthSessionState => ({
  signedIn: expiresAt !== null,
  secondsLeft: expiresAt === null ? null : Math.floor((expiresAt - now) / 1000),
});
