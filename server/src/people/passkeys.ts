import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { GROWTH_PATH } from '#shared/growth-console';
import { DAY_MS, MINUTE_MS } from '#shared/limits';
import type { MadePasskey, UsedPasskey } from '#shared/people';
import { SKEW_MS, within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import type { PeopleStore } from './console-people.sql.ts';
import type { EndedSession } from './ended-sessions.sql.ts';

/** As long as somebody looks for a phone. */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** Ed25519, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Loaded with the first passkey: most of it reads attestations, of which there are none here. */
const library = () => import('@simplewebauthn/server');

/** Returns why browsers make no passkeys for an address; null if they do. */
export function whyNoPasskeys(siteUrl: string): string | null {
  const { protocol, hostname } = new URL(siteUrl);
  const isHost = !/^\[|^[\d.]+$/.test(hostname);
  return hostname === 'localhost' || (protocol === 'https:' && isHost)
    ? null
    : `Browsers make passkeys only for https and a name, or http://localhost, and SITE_URL is ${siteUrl}.`;
}

export interface PasskeyDeps extends Pick<World, 'now'> {
  siteUrl: string;
  /** What challenges are signed with, at every process. */
  secret: string;
  store: Pick<PeopleStore, 'readPasskey'>;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Asks for passkeys and checks them. A challenge holds when it ends and 128 random bits, and is signed together with what it is for and
 * the cookie or the link that it was made for, so every process knows it. The store makes it valid once.
 */
export function createPasskeys({ siteUrl, secret, store, now }: PasskeyDeps) {
  const { origin, hostname: rpID } = new URL(siteUrl);
  const key = createHmac('sha256', secret).update('challenge of a passkey').digest();
  const sign = (use: 'use' | 'make', bound: string, text: string) =>
    createHmac('sha256', key).update(`${use} ${text} ${bound}`).digest('base64url');
  const challenge = (use: 'use' | 'make', bound: string) => {
    const text = `${now() + CHALLENGE_MS}.${randomBytes(16).toString('base64url')}`;
    return `${text}.${sign(use, bound, text)}`;
  };

  /** Checks an answer with `check`, and returns it with the challenge, which the store has to end. Null for a refused one. */
  async function checked<Answer>(
    use: 'use' | 'make',
    bounds: readonly string[],
    check: (expected: {
      expectedChallenge(given: string): boolean;
      expectedOrigin: string;
      expectedRPID: string;
    }) => Promise<Answer>,
  ): Promise<{ answer: Answer; challenge: EndedSession } | null> {
    let answered: EndedSession | null = null;
    const expectedChallenge = (given: string) => {
      const text = Buffer.from(given, 'base64url').toString();
      const [, signed = '', time = '', signature = ''] =
        /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(text) ?? [];
      const endsAt = Number(time);
      if (!within(now(), endsAt - CHALLENGE_MS, CHALLENGE_MS, SKEW_MS)) return false;
      answered = { hash: sha256(text), endsAt };
      return bounds.some((bound) =>
        timingSafeEqual(Buffer.from(signature), Buffer.from(sign(use, bound, signed))),
      );
    };
    try {
      const answer = await check({ expectedChallenge, expectedOrigin: origin, expectedRPID: rpID });
      return answered && { answer, challenge: answered };
    } catch {
      return null; // whatever is wrong with it: the library throws for each
    }
  }

  return {
    /** @param own the person's passkeys, of which one is wanted; any where it is not known who comes */
    async askForOne(bound: string, own: readonly string[] = []) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID,
        challenge: challenge('use', bound),
        userVerification: 'required',
        allowCredentials: own.map((id) => ({ id })),
      });
    },
    async askForNew(
      bound: string,
      person: { id: string; name: string },
      passkeys: readonly string[],
    ) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: rpID,
        rpID,
        challenge: challenge('make', bound),
        userID: new TextEncoder().encode(person.id),
        userName: person.name,
        userDisplayName: person.name,
        attestationType: 'none',
        excludeCredentials: passkeys.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
    },
    /** @param bounds the cookies of the request: one of them was there when the challenge was made */
    async checkUse(response: UsedPasskey, bounds: readonly string[]) {
      const known = await store.readPasskey(response.id);
      if (known === null) return null;
      const { verifyAuthenticationResponse } = await library();
      const found = await checked('use', bounds, (expected) =>
        verifyAuthenticationResponse({
          response: { ...response, clientExtensionResults: {} },
          ...expected,
          // The store compares counters, in the transaction that stores them.
          credential: {
            id: response.id,
            publicKey: Buffer.from(known.publicKey, 'base64url'),
            counter: 0,
          },
        }),
      );
      if (!found?.answer.verified) return null;
      const { newCounter: counter } = found.answer.authenticationInfo;
      return { personId: known.personId, counter, challenge: found.challenge };
    },
    async checkNew(response: MadePasskey, bounds: readonly string[]) {
      const { verifyRegistrationResponse } = await library();
      const found = await checked('make', bounds, (expected) =>
        verifyRegistrationResponse({
          response: { ...response, clientExtensionResults: {} },
          ...expected,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      const info = found?.answer.registrationInfo;
      if (!found || !info) return null;
      const { id, publicKey, counter } = info.credential;
      return {
        passkey: { id, counter, publicKey: Buffer.from(publicKey).toString('base64url') },
        challenge: found.challenge,
      };
    },
  };
}

/** The database holds this of a link. */
export const hashLink = sha256;

/** Makes a link that registers a passkey, and what the store holds of it. */
export function newLink(siteUrl: string, now: number) {
  const token = randomBytes(32).toString('base64url');
  // After the #, so that no server and no log has it.
  const url = `${siteUrl}${GROWTH_PATH}#link=${token}`;
  return { url, stored: { linkHash: hashLink(token), linkEndsAt: now + DAY_MS } };
}
