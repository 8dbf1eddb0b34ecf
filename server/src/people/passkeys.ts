import { createHash, randomBytes } from 'node:crypto';
import { GROWTH_PATH } from '#shared/growth-console';
import { DAY_MS, MINUTE_MS } from '#shared/limits';
import type { MadePasskey, Person, UsedPasskey } from '#shared/people';
import { createSignedTexts } from '../lib/signed-text.ts';
import { SKEW_MS, within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import type { PeopleStore } from './console-people.sql.ts';
import type { EndedSession } from './ended-sessions.sql.ts';

/** As long as somebody looks for a phone. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** Ed25519, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** The database holds this of a link or a challenge. */
export const hashSecret = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Loaded with the first passkey: most of it reads attestations, of which there are none here. */
const library = () => import('@simplewebauthn/server');

export interface PasskeyDeps extends Pick<World, 'now'> {
  siteUrl: string;
  /** What challenges are signed with, at every process. */
  secret: string;
  store: Pick<PeopleStore, 'readPasskey'>;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Asks for passkeys and checks them. A challenge is a signed text (lib/signed-text.ts) for one use, and bound to the cookies or the
 * link that it was made for. The store makes it valid once.
 */
export function createPasskeys({ siteUrl, secret, store, now }: PasskeyDeps) {
  const { origin, hostname: rpID } = new URL(siteUrl);
  const challenges = createSignedTexts(secret, 'challenge for a passkey');
  const challengeFor = (bound: string) => challenges.make(now() + CHALLENGE_MS, bound);

  /** Returns what an answer has to be, and the challenge that it answered, which the store has to end. */
  function expect(bound: string) {
    const challenge: EndedSession = { hash: '', endsAt: 0 };
    const expectedChallenge = (given: string) => {
      const text = Buffer.from(given, 'base64url').toString();
      challenge.hash = hashSecret(text);
      challenge.endsAt = challenges.endOf(text, bound) ?? 0;
      return within(now(), challenge.endsAt - CHALLENGE_MS, CHALLENGE_MS, SKEW_MS);
    };
    const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: rpID };
    return { challenge, expected };
  }

  return {
    /** @param ids the passkeys that may answer; if empty, any passkey of this site may */
    async askForOne(bound: string, ids: readonly string[]) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        ...{ rpID, challenge: challengeFor(bound), userVerification: 'required' },
        allowCredentials: ids.map((id) => ({ id })),
      });
    },
    /** @param ids those that the person has already */
    async askForNew(bound: string, person: Pick<Person, 'id' | 'name'>, ids: readonly string[]) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: rpID,
        rpID,
        challenge: challengeFor(bound),
        userID: new TextEncoder().encode(person.id),
        userName: person.name,
        attestationType: 'none',
        excludeCredentials: ids.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
    },
    /** Returns whose passkey was used; null for whatever is wrong with the answer, because the library throws for each. */
    async checkUse(response: UsedPasskey, bound: string) {
      const { id } = response;
      const known = await store.readPasskey({ id });
      if (known === null) return null;
      const { verifyAuthenticationResponse } = await library();
      const { challenge, expected } = expect(bound);
      const found = await verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        ...expected,
        // The store compares counters, in the transaction that stores them.
        credential: { id, publicKey: Buffer.from(known.publicKey, 'base64url'), counter: 0 },
      }).catch(() => null);
      if (!found?.verified) return null;
      const counter = found.authenticationInfo.newCounter;
      return { id, counter, personId: known.personId, challenge };
    },
    /** Returns a new passkey, or null likewise. */
    async checkNew(response: MadePasskey, bound: string) {
      const { verifyRegistrationResponse } = await library();
      const { challenge, expected } = expect(bound);
      const made = await verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} },
        ...expected,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => null);
      if (!made?.verified) return null;
      const { id, publicKey, counter } = made.registrationInfo.credential;
      return { id, counter, publicKey: Buffer.from(publicKey).toString('base64url'), challenge };
    },
  };
}

/** Makes a link that registers a passkey, and what the store holds of it. */
export function newLink(siteUrl: string, now: number) {
  const token = randomBytes(32).toString('base64url');
  // After the #, so that no server and no log has it.
  const url = `${siteUrl}${GROWTH_PATH}#link=${token}`;
  return { url, stored: { linkHash: hashSecret(token), linkEndsAt: now + DAY_MS } };
}
