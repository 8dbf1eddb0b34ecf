import { createHash } from 'node:crypto';
import { ACCESSES, type Access } from '#shared/growth';
import { GROWTH_SESSION_HOURS } from '#shared/growth-cookie';
import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import { createSignedTexts, type SignedTexts } from '../lib/signed-text.ts';
import { SKEW_MS, within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import type { PeopleStore, PersonSession } from '../people/console-people.sql.ts';

/** Long enough for a look at the numbers, short enough for a machine that was left unlocked. */
const SESSION_MS = GROWTH_SESSION_HOURS * HOUR_MS;
/** How long after a passkey was used its person may do what cannot be taken back. */
const RECENT_MS = 15 * MINUTE_MS;
const PURPOSE = 'session of the growth console';

/** The tokens of the site, by what they let read. Null: not set. */
export type GrowthTokens = Readonly<Record<Access, string | null>>;

export interface GrowthSession {
  access: Access;
  /** Milliseconds since 1970 UTC. */
  expiresAt: number;
  /** Null for a session of a token. */
  person: Pick<PersonSession, 'personId' | 'name'> | null;
  /** Whether a person's passkey was last used more than a quarter of an hour ago. */
  isStale: boolean;
}

export interface NewSession {
  cookie: string;
  /** The database holds this of a cookie, so that a backup opens no console. */
  hash: string;
  endsAt: number;
}

/**
 * Who is signed in at the console. A cookie is a signed text (lib/signed-text.ts), with a key made of the token. So every process
 * of the site knows the session and its access, and another token ends them all. Sign-outs are in the database
 * (docs/decisions/017-the-growth-console.md), and so are the sessions of people, whose key is made of all tokens: what changes
 * about a person ends them at once (docs/decisions/048-people-not-tokens.md).
 */
export type GrowthSessions = ReturnType<typeof createGrowthSessions>;

export interface GrowthSessionsDeps extends Pick<World, 'now'> {
  tokens: GrowthTokens;
  /** Whether a token opens a session in a browser. */
  tokenSignIn: boolean;
  store: Pick<PeopleStore, 'endSession' | 'isSessionEnded' | 'readSession'>;
}

export function createGrowthSessions({ tokens, tokenSignIn, store, now }: GrowthSessionsDeps) {
  const signed = new Map<Access | 'person', SignedTexts>();
  for (const access of ACCESSES) {
    const token = tokenSignIn ? tokens[access] : null;
    if (token !== null) signed.set(access, createSignedTexts(token, PURPOSE));
  }
  signed.set('person', createSignedTexts(`${tokens.people} ${tokens.figures}`, PURPOSE));

  /** Returns null for a cookie that is made up, of another token, expired, signed out, or of a person who was changed. */
  async function find(cookie: string): Promise<GrowthSession | null> {
    const [own] = [...signed].filter(([, texts]) => texts.endOf(cookie) !== null);
    const expiresAt = own?.[1].endOf(cookie) ?? 0;
    // The database is asked last, so that no made-up cookie reaches it.
    if (!own || !within(now(), expiresAt - SESSION_MS, SESSION_MS, SKEW_MS)) return null;
    const [access] = own;
    const hash = hashOf(cookie);
    if (access !== 'person') {
      if (await store.isSessionEnded(hash)) return null;
      return { access, expiresAt, person: null, isStale: false };
    }
    const person = await store.readSession({ hash });
    if (person === null) return null;
    const isStale = !within(now(), person.openedAt, RECENT_MS, SKEW_MS);
    return { access: person.role === 'owner' ? 'people' : 'figures', expiresAt, person, isStale };
  }

  return {
    /** Makes a cookie. That of a person opens nothing until the store has its hash. */
    issue(whose: Access | 'person'): NewSession {
      const texts = signed.get(whose);
      if (!texts) throw new Error(`there is no token for ${whose}`);
      const endsAt = now() + SESSION_MS;
      const cookie = texts.make(endsAt);
      return { cookie, hash: hashOf(cookie), endsAt };
    },
    find,
    hashOf,
    /** Signs out: from then on the cookie opens nothing at any process of the site, also where it was stolen. */
    async close(cookie: string) {
      const session = await find(cookie);
      if (session === null) return;
      await store.endSession({ hash: hashOf(cookie), endsAt: session.expiresAt }, now());
    },
  };
}

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url');
