import { createHash, randomBytes } from 'node:crypto';
import { GROWTH_SESSION_HOURS } from '#shared/growth-console';

/** Long enough for a look at the numbers, short enough for a machine that was left unlocked. */
const GROWTH_SESSION_MS = GROWTH_SESSION_HOURS * 3_600_000;
/** Few people know the token. Beyond this the oldest session ends, so that memory stays bounded. */
const MAX_SESSIONS = 100;

export interface GrowthSession {
  /** What the cookie holds: 256 random bits. */
  id: string;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
}

/**
 * Who is signed in at the console. In memory, not in signed cookies: signing out then ends the session itself, and
 * so does a restart with another token (docs/decisions/017-the-growth-console.md).
 */
export interface GrowthSessions {
  open(): GrowthSession;
  /** When the session ends; null where there is none, or none any more. */
  expiryOf(id: string): number | null;
  close(id: string): void;
}

export function createGrowthSessions({ now }: { now(): number }): GrowthSessions {
  // By the hash of the id, so that how long a look-up takes tells nothing about an id.
  const expiries = new Map<string, number>();

  return {
    open() {
      const id = randomBytes(32).toString('base64url');
      const expiresAt = now() + GROWTH_SESSION_MS;
      for (const [key, at] of expiries) {
        if (at <= now() || expiries.size >= MAX_SESSIONS) expiries.delete(key);
      }
      expiries.set(keyOf(id), expiresAt);
      return { id, expiresAt };
    },
    expiryOf(id) {
      const expiresAt = expiries.get(keyOf(id));
      return expiresAt !== undefined && expiresAt > now() ? expiresAt : null;
    },
    close: (id) => void expiries.delete(keyOf(id)),
  };
}

const keyOf = (id: string) => createHash('sha256').update(id).digest('base64');
