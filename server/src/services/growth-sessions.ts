import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { GROWTH_SESSION_HOURS } from '#shared/growth-cookie';

/** Long enough for a look at the numbers, short enough for a machine that was left unlocked. */
const SESSION_MS = GROWTH_SESSION_HOURS * 3_600_000;
/** Of sessions that were ended early; sign-ins are limited, so that there are never so many. */
const MAX_ENDED = 10_000;

export interface GrowthSession {
  /** What the cookie holds: when the session ends, 128 random bits, and a signature of both. */
  cookie: string;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

/**
 * Who is signed in at the console. Signed with a key made of the token: every process of the site knows the session,
 * and another token ends them all (docs/decisions/017-the-growth-console.md).
 */
export interface GrowthSessions {
  open(): GrowthSession;
  /** When the session ends; null for a cookie that is none, of another token, over, or signed out. */
  expiryOf(cookie: string): number | null;
  /** Signs out: the cookie is worth nothing any more, whoever may have it. */
  close(cookie: string): void;
}

export interface GrowthSessionsDeps {
  token: string;
  now(): number;
}

export function createGrowthSessions({ token, now }: GrowthSessionsDeps): GrowthSessions {
  const key = createHmac('sha256', token).update('session of the growth console').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  /** Cookies that were signed out before their time, and that time. */
  const ended = new Map<string, number>();

  function expiryOf(cookie: string): number | null {
    const [, signed = '', time = '', signature = ''] =
      /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(cookie) ?? [];
    if (!isEqual(signature, sign(signed)) || ended.has(cookie)) return null;
    return Number(time) > now() ? Number(time) : null;
  }

  return {
    open() {
      const expiresAt = now() + SESSION_MS;
      const signed = `${expiresAt}.${randomBytes(16).toString('base64url')}`;
      return { cookie: `${signed}.${sign(signed)}`, expiresAt };
    },
    expiryOf,
    close(cookie) {
      const expiresAt = expiryOf(cookie);
      if (expiresAt === null) return; // nothing that anybody made up is kept
      for (const [other, at] of ended) {
        if (at <= now() || ended.size >= MAX_ENDED) ended.delete(other);
      }
      ended.set(cookie, expiresAt);
    },
  };
}

/** In a time that tells nothing about where they differ. */
const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
