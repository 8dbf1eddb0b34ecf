import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { GROWTH_SESSION_HOURS } from '#shared/growth-cookie';
import type { Store } from '../../store/store.ts';

/** Long enough for a look at the numbers, short enough for a machine that was left unlocked. */
const SESSION_MS = GROWTH_SESSION_HOURS * 3_600_000;

export interface GrowthSession {
  /** What the cookie holds: when the session ends, 128 random bits, and a signature of both. */
  cookie: string;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

/**
 * Who is signed in at the console. Signed with a key made of the token: every process of the site knows the session,
 * and another token ends them all. Sign-outs are in the database (docs/decisions/017-the-growth-console.md).
 */
export interface GrowthSessions {
  open(): GrowthSession;
  /** Returns when the session ends; null for a cookie that is made up, of another token, over, or signed out. */
  expiryOf(cookie: string): Promise<number | null>;
  /** Signs out: from then on the cookie opens nothing at any process of the site, also where it was stolen. */
  close(cookie: string): Promise<void>;
}

export interface GrowthSessionsDeps {
  token: string;
  store: Pick<Store, 'endSession' | 'isSessionEnded'>;
  now(): number;
}

export function createGrowthSessions({ token, store, now }: GrowthSessionsDeps): GrowthSessions {
  const key = createHmac('sha256', token).update('session of the growth console').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  async function expiryOf(cookie: string): Promise<number | null> {
    const [, signed = '', time = '', signature = ''] =
      /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? [];
    // The database is asked last, so that no made-up cookie reaches it.
    if (!isEqual(signature, sign(signed)) || Number(time) <= now()) return null;
    return (await store.isSessionEnded(hashOf(cookie))) ? null : Number(time);
  }

  return {
    open() {
      const expiresAt = now() + SESSION_MS;
      const signed = `${expiresAt}.${randomBytes(16).toString('base64url')}`;
      return { cookie: `${signed}.${sign(signed)}`, expiresAt };
    },
    expiryOf,
    async close(cookie) {
      const endsAt = await expiryOf(cookie);
      if (endsAt !== null) await store.endSession({ hash: hashOf(cookie), endsAt }, now());
    },
  };
}

/** The database holds this of a signed-out cookie, so that a backup opens no console. */
const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');

/** In a time that tells nothing about where they differ. */
const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
