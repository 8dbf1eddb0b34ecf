import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ACCESSES, type Access } from '#shared/growth';
import { GROWTH_SESSION_HOURS } from '#shared/growth-cookie';
import { HOUR_MS } from '#shared/limits';
import { SKEW_MS, within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import type { SessionStore } from './ended-sessions.sql.ts';

/** Long enough for a look at the numbers, short enough for a machine that was left unlocked. */
const SESSION_MS = GROWTH_SESSION_HOURS * HOUR_MS;

/** The tokens of the site, by what they let read. Null: not set. */
export type GrowthTokens = Readonly<Record<Access, string | null>>;

export interface GrowthSession {
  access: Access;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

/**
 * Who is signed in at the console. A cookie holds when the session ends, 128 random bits, and a signature of both with
 * a key made of the token. So every process of the site knows the session and its access, and another token ends them
 * all. Sign-outs are in the database (docs/decisions/017-the-growth-console.md).
 */
export type GrowthSessions = ReturnType<typeof createGrowthSessions>;

export interface GrowthSessionsDeps extends Pick<World, 'now'> {
  tokens: GrowthTokens;
  store: SessionStore;
}

export function createGrowthSessions({ tokens, store, now }: GrowthSessionsDeps) {
  const signers = new Map(
    ACCESSES.flatMap((access) => {
      const token = tokens[access];
      return token === null ? [] : [[access, createSigner(token)] as const];
    }),
  );

  /** Returns null for a cookie that is made up, of another token, expired, or signed out. */
  async function find(cookie: string): Promise<GrowthSession | null> {
    const [, signed = '', time = '', signature = ''] =
      /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? [];
    const [access] = [...signers].find(([, sign]) => isEqual(signature, sign(signed))) ?? [];
    // The database is asked last, so that no made-up cookie reaches it.
    const openedAt = Number(time) - SESSION_MS;
    if (access === undefined || !within(now(), openedAt, SESSION_MS, SKEW_MS)) return null;
    if (await store.isSessionEnded(hashOf(cookie))) return null;
    return { access, expiresAt: Number(time) };
  }

  return {
    open(access: Access): GrowthSession & { cookie: string } {
      const sign = signers.get(access);
      if (!sign) throw new Error(`there is no token for ${access}`);
      const expiresAt = now() + SESSION_MS;
      const signed = `${expiresAt}.${randomBytes(16).toString('base64url')}`;
      return { access, expiresAt, cookie: `${signed}.${sign(signed)}` };
    },
    find,
    /** Signs out: from then on the cookie opens nothing at any process of the site, also where it was stolen. */
    async close(cookie: string) {
      const session = await find(cookie);
      if (session === null) return;
      await store.endSession({ hash: hashOf(cookie), endsAt: session.expiresAt }, now());
    },
  };
}

function createSigner(token: string): (text: string) => string {
  const key = createHmac('sha256', token).update('session of the growth console').digest();
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/** The database holds this of a signed-out cookie, so that a backup opens no console. */
const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** In a time that tells nothing about where they differ. */
const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
