import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { ACCESSES, type Access, type GrowthSessionState } from '#shared/growth';
import { GROWTH_PATH } from '#shared/growth-console';
import { GROWTH_COOKIE, GROWTH_HOST_COOKIE } from '#shared/growth-cookie';
import { signInSchema } from '#shared/growth-queries';
import type { UsedPasskey } from '#shared/people';
import { bearerToken, createSecretCheck } from '../edge/bearer-token.ts';
import { type Bodies, isJson } from '../edge/body/bodies.ts';
import type { IsHttps } from '../edge/client-address.ts';
import type { GrowthEnv, SignInWays } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { notJson, problem } from '../edge/problem.ts';
import { sameOrigin } from '../edge/same-origin.ts';
import { CONSOLE_POLICY } from '../edge/security-headers.ts';
import { warnSparsely } from '../lib/log.ts';
import { requestCookies } from '../lib/request-cookie.ts';
import type { World } from '../lib/world.ts';
import type { PeopleStore } from '../people/console-people.sql.ts';
import type { GrowthSession, GrowthSessions, GrowthTokens, NewSession } from './growth-sessions.ts';
import { allowReportSilence, answerReportFault } from './report-faults.ts';

export interface GrowthRouteDeps extends Pick<World, 'log' | 'now'> {
  tokens: GrowthTokens;
  sessions: GrowthSessions;
  bodies: Bodies;
  growthPage: string;
  /** The routes under `/growth/api` beside the session. They need a session or a bearer token. */
  reports: Hono<GrowthEnv>;
  /** Who may enter, and what they did, likewise. */
  people: Hono<GrowthEnv>;
  tokenSignIn: boolean;
  store: Pick<PeopleStore, 'hasPasskeys'>;
  /** Mounts what leads in with a passkey, and returns what answers a used one. */
  passkeyWays(
    app: Hono<GrowthEnv>,
    ways: SignInWays,
  ): (c: Context<GrowthEnv>, passkey: UsedPasskey) => Promise<Response>;
  /** Notes, saved funnels and alerts, likewise. */
  team: Hono<GrowthEnv>;
  /** Decisions, invitations and mailings, likewise. */
  list: Hono<GrowthEnv>;
  limitSignIn: MiddlewareHandler;
  limitPasskeys: MiddlewareHandler;
  /** Counts different wrong bearer tokens. Returns a refusal after too many. */
  limitBearer(c: Context, token: string, isRight: boolean): Response | null;
  siteUrl: string;
  isHttps: IsHttps;
}

const MAX_SIGN_IN_BYTES = 4 * 1024;

/**
 * The growth team's console and its interface, for people with a token. Without a token in the settings it does not
 * exist: see create-app.ts. The page itself contains no data, so a link to a view may be followed from anywhere. The cookie is
 * SameSite=Strict, so only the page's own requests carry it. Programs send a token as `Authorization: Bearer`: no page of
 * another site can make a browser do that.
 */
export function growthRoutes(deps: GrowthRouteDeps) {
  const { sessions, bodies, growthPage, siteUrl, isHttps, log, now } = deps;
  const accessOf = createAccessCheck(deps.tokens);
  const warn = warnSparsely({ log, now }, 'a wrong token at the growth console');
  const app = new Hono<GrowthEnv>();

  app.use('*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex, nofollow');
  });
  methods(app, '/', {
    get: (c) => c.html(growthPage, 200, { 'Content-Security-Policy': CONSOLE_POLICY }),
  });

  const isOwn = sameOrigin(siteUrl);
  app.use('/api/*', async (c, next) => {
    const token = bearerToken(c.req.header('authorization'));
    if (token === null) return isOwn(c, next); // before the limit, so that other sites lock nobody out
    const access = accessOf(token);
    const refusal = deps.limitBearer(c, token, access !== null);
    if (refusal !== null) return refusal;
    if (access === null) return refuseToken(c);
    c.set('access', access);
    return next();
  });
  app.post('/api/session', deps.limitSignIn);
  for (const path of ['/api/session/challenge', '/api/passkeys', '/api/passkeys/challenge'])
    app.post(path, deps.limitPasskeys);
  const cookieAt = (c: Context) =>
    isHttps(c)
      ? { name: GROWTH_HOST_COOKIE, options: { path: '/', secure: true } }
      : { name: GROWTH_COOKIE, options: { path: GROWTH_PATH } };
  const cookiesOf = (c: Context) => requestCookies(c.req.header('cookie'), cookieAt(c).name);
  /** Returns the session that may do most. The other cookies may come from a subdomain, or be left over. */
  async function sessionOf(c: Context): Promise<GrowthSession | null> {
    const found = await Promise.all(cookiesOf(c).map((cookie) => sessions.find(cookie)));
    const open = found.filter((session) => session !== null);
    return open.find(({ access }) => access === 'people') ?? open[0] ?? null;
  }

  methods(app, '/api/session', {
    get: async (c) => {
      const access = c.get('access');
      return c.json(await describe(access ? { access } : await sessionOf(c)));
    },
    post: (c) => (isJson(c.req.header('content-type') ?? '') ? signIn(c) : notJson(c)),
    delete: async (c) => {
      for (const cookie of cookiesOf(c)) await sessions.close(cookie);
      const { name, options } = cookieAt(c);
      deleteCookie(c, name, options);
      return c.json(await describe(null));
    },
  });

  const setOwn = (c: Context, cookie: string, expiresAt: number) => {
    const { name, options } = cookieAt(c);
    setCookie(c, name, cookie, {
      ...options,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: Math.floor((expiresAt - now()) / 1000),
    });
  };
  async function enter(
    c: Context,
    { cookie, expiresAt }: Pick<NewSession, 'cookie' | 'expiresAt'>,
  ) {
    setOwn(c, cookie, expiresAt);
    return c.json(await describe(await sessions.find(cookie)));
  }
  const ways = { cookiesOf, sessionOf, setOwn, enter, refuseSignedOut };
  const signInByPasskey = deps.passkeyWays(app, ways);
  const json = jsonBody<GrowthEnv>(bodies, MAX_SIGN_IN_BYTES);
  const signIn = json(signInSchema, (c, asked) => {
    if ('passkey' in asked) return signInByPasskey(c, asked.passkey);
    const access = accessOf(asked.token);
    if (access === null) return refuseToken(c);
    if (deps.tokenSignIn) return enter(c, sessions.issue(access));
    return problem(c, 403, {
      code: 'token_sign_in_off',
      message: 'Tokens are for programs here (GROWTH_TOKEN_SIGN_IN); sign in with a passkey.',
    });
  });

  function refuseSignedOut(c: Context) {
    c.header('WWW-Authenticate', 'Bearer');
    return problem(c, 401, {
      code: 'signed_out',
      message:
        'There is no session, or it has ended; expected to sign in first, or Authorization: Bearer with a token.',
    });
  }

  async function describe(
    session: (Pick<GrowthSession, 'access'> & Partial<GrowthSession>) | null,
  ): Promise<GrowthSessionState> {
    const { access = null, expiresAt, person, isStale = false } = session ?? {};
    return {
      signedIn: session !== null,
      access,
      secondsLeft: expiresAt === undefined ? null : Math.floor((expiresAt - now()) / 1000),
      ...(person && {
        person: { id: person.personId, name: person.name, isRecent: !isStale },
      }),
      ...((await deps.store.hasPasskeys()) && { passkeys: true }),
      ...(!deps.tokenSignIn && { tokens: false }),
    };
  }

  function refuseToken(c: Context) {
    warn({});
    c.header('WWW-Authenticate', 'Bearer');
    return problem(c, 401, {
      code: 'wrong_token',
      message: 'This is not a token of this console.',
    });
  }

  app.use('/api/*', async (c, next) => {
    const session = c.get('access') ? null : await sessionOf(c);
    const access = c.get('access') ?? session?.access;
    if (!access) return refuseSignedOut(c);
    c.set('access', access);
    const { personId = null, name: doneBy = 'token' } = session?.person ?? {};
    c.set('by', { personId, doneBy, at: now() });
    c.set('isStale', session?.isStale ?? false);
    c.set('refuseLate', async () =>
      session && (await sessionOf(c))?.access !== access ? refuseSignedOut(c) : null,
    );
    return next();
  });
  app.onError(answerReportFault);
  app.use('/api/*', allowReportSilence);
  app.route('/api', deps.people);
  app.route('/api', deps.team);
  app.route('/api', deps.list);
  app.route('/api', deps.reports);
  app.all('/api/*', (c) =>
    problem(c, 404, { code: 'not_found', message: 'There is nothing at this path.' }),
  );
  return app;
}

/** Returns the access of a token, or null. It compares with every token, in a time that tells nothing about them. */
function createAccessCheck(tokens: GrowthTokens): (given: string) => Access | null {
  const checks = ACCESSES.map((access) => {
    const token = tokens[access];
    return [access, token === null ? () => false : createSecretCheck(token)] as const;
  });
  return (given) => {
    const fitting = checks.filter(([, isToken]) => isToken(given));
    return fitting[0]?.[0] ?? null;
  };
}
