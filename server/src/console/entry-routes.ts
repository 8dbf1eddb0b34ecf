import { randomBytes } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { ACCESSES, type Access, type GrowthSessionState } from '#shared/growth';
import { GROWTH_PATH, whyNoPasskeys } from '#shared/growth-console';
import { GROWTH_COOKIE, GROWTH_HOST_COOKIE } from '#shared/growth-cookie';
import {
  challengeSchema,
  type SignInRequest,
  signInSchema,
  type UsedPasskey,
} from '#shared/people';
import { createSecretCheck } from '../edge/bearer-token.ts';
import { type Bodies, isJson } from '../edge/body/bodies.ts';
import type { IsHttps } from '../edge/client-address.ts';
import type { GrowthEnv } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { notJson, problem } from '../edge/problem.ts';
import { warnSparsely } from '../lib/log.ts';
import { requestCookies } from '../lib/request-cookie.ts';
import type { World } from '../lib/world.ts';
import type { Entry, PeopleStore } from '../people/console-people.sql.ts';
import { CHALLENGE_MS, hashSecret, type Passkeys } from '../people/passkeys.ts';
import type { TeamStore } from '../team/team.sql.ts';
import type { GrowthSession, GrowthSessions, GrowthTokens, NewSession } from './growth-sessions.ts';

interface EntryDeps extends Pick<World, 'log' | 'now'> {
  tokens: GrowthTokens;
  sessions: GrowthSessions;
  passkeys: Passkeys;
  bodies: Bodies;
  siteUrl: string;
  isHttps: IsHttps;
  /** Whether a token opens a session in a browser. */
  tokenSignIn: boolean;
  store: PeopleStore & TeamStore;
  /** Counts tokens only: who guesses them locks nobody at the same address out who has a passkey. */
  limitSignIn(c: Context): Response | null;
  limitPasskeys: MiddlewareHandler;
}

const MAX_BYTES = 20 * 1024;

/** The ways to the console that need no session: a token, a passkey, and a link that registers one. */
export function entryRoutes(deps: EntryDeps) {
  const { sessions, passkeys, siteUrl, isHttps, tokenSignIn, store, log, now } = deps;
  const accessOf = createAccessCheck(deps.tokens);
  const warn = warnSparsely({ log, now }, 'a wrong token at the growth console');
  const app = new Hono<GrowthEnv>();
  const json = jsonBody<GrowthEnv>(deps.bodies, MAX_BYTES);
  const unavailable = whyNoPasskeys(siteUrl);

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
  function setOwn(c: Context, cookie: string, endsAt: number) {
    const { name, options } = cookieAt(c);
    setCookie(c, name, cookie, {
      ...options,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: Math.floor((endsAt - now()) / 1000),
    });
  }
  async function enter(c: Context, { cookie, endsAt }: NewSession) {
    setOwn(c, cookie, endsAt);
    return c.json(await describe(await sessions.find(cookie)));
  }
  async function describe(
    session: (Pick<GrowthSession, 'access'> & Partial<GrowthSession>) | null,
  ): Promise<GrowthSessionState> {
    const { access = null, expiresAt, person, isStale = false } = session ?? {};
    return {
      signedIn: session !== null,
      access,
      secondsLeft: expiresAt === undefined ? null : Math.floor((expiresAt - now()) / 1000),
      ...(person && { person: { id: person.personId, name: person.name, isRecent: !isStale } }),
      ...((await store.hasPasskeys()) && { passkeys: true }),
      ...(!tokenSignIn && { tokens: false }),
    };
  }

  for (const path of ['/session', '/session/challenge']) app.post(path, deps.limitPasskeys);
  methods(app, '/session', {
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
  const signIn = json(signInSchema, async (c, asked) => {
    if ('token' in asked) return signInByToken(c, asked.token);
    const session = sessions.issue('person');
    const how = { session, at: now(), replaces: cookiesOf(c).map(sessions.hashOf) };
    const isIn = await ('link' in asked ? register(asked, how) : signInBy(c, asked.passkey, how));
    if (isIn) return enter(c, session);
    // It does not say what was wrong, or who exists.
    return problem(c, 400, {
      code: 'passkey_refused',
      message: 'This passkey was not accepted; ask for a new challenge.',
    });
  });
  function refuseToken(c: Context) {
    warn({});
    c.header('WWW-Authenticate', 'Bearer');
    return problem(c, 401, {
      code: 'wrong_token',
      message: 'This is not a token of this console.',
    });
  }
  function signInByToken(c: Context, token: string) {
    const refusal = deps.limitSignIn(c);
    if (refusal !== null) return refusal;
    const access = accessOf(token);
    if (access === null) return refuseToken(c);
    if (tokenSignIn) return enter(c, sessions.issue(access));
    return problem(c, 403, {
      code: 'token_sign_in_off',
      message: 'Tokens are for programs here (GROWTH_TOKEN_SIGN_IN); sign in with a passkey.',
    });
  }
  async function register(asked: Extract<SignInRequest, { link: string }>, how: Entry) {
    const made = await passkeys.checkNew(asked.newPasskey, asked.link);
    if (made === null) return false;
    return store.addPasskey({ ...made, name: asked.name }, hashSecret(asked.link), how);
  }
  async function signInBy(c: Context, passkey: UsedPasskey, how: Entry) {
    const used = await passkeys.checkUse(passkey, boundOf(c));
    if (used === null) return false;
    // Who is asked again must be the same person: what waits would be done in another name.
    const person = (await sessionOf(c))?.person;
    if (person && person.personId !== used.personId) return false;
    const outcome = await store.enterByPasskey(used, how);
    if (outcome === 'copied')
      await store.mark({ name: 'copied_passkey', value: String(now()), at: now() });
    return outcome === 'opened';
  }

  /** What a challenge for a sign-in is made for. */
  const boundOf = (c: Context) => cookiesOf(c).join(' ');
  const idsOf = async (person: string) =>
    (await store.readPeople(now(), person)).flatMap(({ passkeys }) => passkeys.map(({ id }) => id));
  methods(app, '/session/challenge', {
    post: json(challengeSchema, async (c, { link }) => {
      if (unavailable !== null)
        return problem(c, 409, { code: 'no_passkeys', message: unavailable });
      if (link === undefined) {
        const session = await sessionOf(c);
        const bound = boundOf(c) || randomBytes(16).toString('base64url');
        if (session === null && cookiesOf(c).length < 2) setOwn(c, bound, now() + CHALLENGE_MS);
        const ids = session?.person ? await idsOf(session.person.personId) : [];
        return c.json(await passkeys.askForOne(bound, ids));
      }
      const person = await store.readInvited({ linkHash: hashSecret(link), now: now() });
      if (person) return c.json(await passkeys.askForNew(link, person, await idsOf(person.id)));
      const message = 'This link was used, or it is older than a day; ask for another one.';
      return problem(c, 404, { code: 'not_found', message });
    }),
  });
  return { routes: app, sessionOf, accessOf, refuseToken };
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
