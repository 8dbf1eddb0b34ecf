import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { MINUTE_MS } from '#shared/limits';
import { newPasskeySchema, passkeyQuestionSchema, type UsedPasskey } from '#shared/people';
import type { Bodies } from '../edge/body/bodies.ts';
import { type GrowthEnv, recentOnly, type SignInWays } from '../edge/growth-env.ts';
import { jsonBody, methods } from '../edge/methods.ts';
import { problem } from '../edge/problem.ts';
import type { World } from '../lib/world.ts';
import type { PeopleStore } from '../people/console-people.sql.ts';
import { hashLink, type Passkeys, whyNoPasskeys } from '../people/passkeys.ts';
import type { TeamStore } from '../team/team.sql.ts';
import type { GrowthSessions } from './growth-sessions.ts';

export interface PasskeyRouteDeps extends Pick<World, 'log' | 'now'>, SignInWays {
  siteUrl: string;
  passkeys: Passkeys;
  sessions: GrowthSessions;
  bodies: Bodies;
  store: Pick<
    PeopleStore & TeamStore,
    'enterByPasskey' | 'addPasskey' | 'readLinkedPerson' | 'readPasskeysOf' | 'mark'
  >;
}

const MAX_BYTES = 20 * 1024;
const MAX_QUESTION_BYTES = 256;
/** As long as a challenge is valid. */
const NONCE_MS = 5 * MINUTE_MS;

/** The ways to the console that need no session: a passkey, and a link that registers one. Returns what answers a used passkey. */
export function passkeyRoutes(app: Hono<GrowthEnv>, deps: PasskeyRouteDeps) {
  const { siteUrl, passkeys, sessions, bodies, store, log, now, cookiesOf, sessionOf } = deps;
  const unavailable = whyNoPasskeys(siteUrl);
  // It tells nothing of what was wrong, or of whom there is.
  const refuse = (c: Context) =>
    problem(c, 400, {
      code: 'passkey_refused',
      message: 'This passkey was not accepted; ask for a new challenge.',
    });
  for (const path of ['/api/session/challenge', '/api/passkeys', '/api/passkeys/*'])
    app.use(path, async (c, next) =>
      unavailable === null
        ? next()
        : problem(c, 409, { code: 'no_passkeys', message: unavailable }),
    );

  /** What a challenge is made for: the session, or before one a cookie of its own. */
  function boundOf(c: Context): string {
    const [cookie] = cookiesOf(c);
    if (cookie) return cookie;
    const nonce = randomBytes(16).toString('base64url');
    deps.setOwn(c, nonce, now() + NONCE_MS);
    return nonce;
  }

  methods(app, '/api/session/challenge', {
    post: async (c) => {
      const person = (await sessionOf(c))?.person;
      const own = person ? await store.readPasskeysOf(person.personId) : [];
      return c.json(await passkeys.askForOne(boundOf(c), own));
    },
  });

  /** Returns who may register a passkey: by a link, or signed in with one a short time ago. */
  async function registrant(c: Context<GrowthEnv>, link: string | undefined) {
    if (link !== undefined) {
      const linked = await store.readLinkedPerson(hashLink(link), now());
      if (linked) return { ...linked, bounds: [`link ${link}`] };
      const message = 'This link was used, or it is older than a day; ask for another one.';
      return problem(c, 404, { code: 'not_found', message });
    }
    const session = await sessionOf(c);
    if (!session?.person) return deps.refuseSignedOut(c);
    const { personId: id, name } = session.person;
    c.set('isStale', session.isStale);
    const refusal = await recentOnly(c, async () => {});
    return refusal ?? { id, name, bounds: cookiesOf(c) };
  }

  methods(app, '/api/passkeys/challenge', {
    post: jsonBody<GrowthEnv>(bodies, MAX_QUESTION_BYTES)(
      passkeyQuestionSchema,
      async (c, { link }) => {
        const who = await registrant(c, link);
        if (who instanceof Response) return who;
        const [bound = ''] = who.bounds;
        return c.json(await passkeys.askForNew(bound, who, await store.readPasskeysOf(who.id)));
      },
    ),
  });
  methods(app, '/api/passkeys', {
    post: jsonBody<GrowthEnv>(bodies, MAX_BYTES)(
      newPasskeySchema,
      async (c, { link, name, passkey }) => {
        const who = await registrant(c, link);
        if (who instanceof Response) return who;
        const made = await passkeys.checkNew(passkey, who.bounds);
        if (made === null) return refuse(c);
        const session = link === undefined ? null : sessions.issue('person');
        const added = await store.addPasskey(
          { ...made.passkey, personId: who.id, name },
          {
            challenge: made.challenge,
            session: session && { hash: session.hash, endsAt: session.expiresAt },
            at: now(),
          },
          { personId: who.id, doneBy: who.name, at: now() },
          link === undefined ? null : hashLink(link),
        );
        if (added === 'refused') return refuse(c);
        return session ? deps.enter(c, session) : c.json({ added: true }, 201);
      },
    ),
  });

  return async (c: Context<GrowthEnv>, passkey: UsedPasskey) => {
    const used = unavailable === null ? await passkeys.checkUse(passkey, cookiesOf(c)) : null;
    if (used === null) return refuse(c);
    // Who is asked again must be the same person: what waits would be done in another name.
    const person = (await sessionOf(c))?.person;
    if (person && person.personId !== used.personId) return refuse(c);
    const session = sessions.issue('person');
    const { id } = passkey;
    const { counter, challenge } = used;
    const outcome = await store.enterByPasskey(
      { id, counter, replaces: cookiesOf(c).map(sessions.hashOf) },
      { challenge, session: { hash: session.hash, endsAt: session.expiresAt }, at: now() },
    );
    if (outcome === 'opened') return deps.enter(c, session);
    if (outcome === 'copied') {
      log.warn('the counter of a passkey went back, so it may have been copied', {
        person: used.personId,
      });
      await store.mark({ name: 'copied_passkey', value: String(now()), at: now() });
    }
    return refuse(c);
  };
}
