import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { limitedText } from '#shared/limited-text';
import { SIGNUP_MAX_LENGTH } from '#shared/limits';
import { isStorableText } from '#shared/text';
import { foldEmail } from '../fold-email.ts';
import {
  type ConfirmationRequest,
  type ConfirmOutcome,
  MAX_TRIES,
  type RequestOutcome,
  VALID_MS,
} from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** Returns the ASCII form of a decimal digit of any script. In Unicode the ten digits of a script follow each other. */
function plainDigit(digit: string): string {
  let value = 0;
  while (/^\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value++;
  return String(value % 10); // mathematical digits are several tens in a row
}

/** The body of `POST /api/confirmations`. People paste a code with blanks and hyphens, and type it in their own script. */
export const codeSchema = z.strictObject({
  email: limitedText(SIGNUP_MAX_LENGTH.email).refine(isStorableText).trim().min(3),
  code: limitedText(20)
    .transform((text) => text.replace(/[^\p{L}\p{N}]|[ーｰ]/gu, '').replace(/\p{Nd}/gu, plainDigit))
    .pipe(z.string().regex(/^\d{6}$/, 'expected the six digits of the message')),
});

export interface ConfirmationDeps {
  store: Pick<Store, 'confirmSignup' | 'confirmByCode' | 'leave' | 'askAgain'>;
  /** Null if mail has been turned off. */
  mail: { newRequest(): ConfirmationRequest; wake(): void } | null;
  webhooks: Pick<Webhooks, 'announce' | 'announceRemoved' | 'wake'>;
  now(): number;
  /** Random, for the hashes of addresses that are not on record. */
  addressKey: Uint8Array;
}

export type CodeAnswer =
  | { outcome: 'confirmed' | 'gone' }
  | { outcome: 'wrong'; triesLeft: number };

export interface Confirmations {
  confirm(token: string): Promise<ConfirmOutcome>;
  /** Queues another message to the owner of a token. */
  askAgain(token: string): Promise<RequestOutcome | 'no_mail'>;
  leave(token: string): Promise<'left' | 'unknown'>;
  tryCode(attempt: z.infer<typeof codeSchema>): Promise<CodeAnswer>;
}

const MAX_UNKNOWN = 20_000;

export function createConfirmations(deps: ConfirmationDeps): Confirmations {
  const { store, mail, webhooks, now, addressKey } = deps;
  /** Tries with unknown addresses: their answers must not differ from those of known ones. */
  const unknown = new LRUCache<string, number>({ max: MAX_UNKNOWN, ttl: VALID_MS });

  function answerUnknown(email: string): CodeAnswer {
    const hash = createHmac('sha256', addressKey).update(foldEmail(email)).digest('base64url');
    const tries = (unknown.get(hash) ?? 0) + 1;
    unknown.set(hash, tries);
    return tries > MAX_TRIES
      ? { outcome: 'gone' }
      : { outcome: 'wrong', triesLeft: MAX_TRIES - tries };
  }

  return {
    async confirm(token) {
      const notices = webhooks.announce('signup.confirmed');
      const outcome = await store.confirmSignup(token, now(), notices);
      if (outcome === 'confirmed') webhooks.wake();
      return outcome;
    },
    async askAgain(token) {
      if (mail === null) return 'no_mail';
      const outcome = await store.askAgain({ token }, mail.newRequest());
      mail.wake();
      return outcome;
    },
    async leave(token) {
      const outcome = await store.leave(token, now(), webhooks.announceRemoved.left);
      if (outcome === 'left') webhooks.wake();
      return outcome;
    },
    async tryCode({ email, code }) {
      const notices = webhooks.announce('signup.confirmed');
      const result = await store.confirmByCode({ email, code, at: now() }, notices);
      if (result.outcome === 'confirmed') webhooks.wake();
      return result.outcome === 'unknown' ? answerUnknown(email) : result;
    },
  };
}
