import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { limitedText } from '#shared/limited-text';
import { SIGNUP_MAX_LENGTH } from '#shared/signup-texts';
import { isStorableText } from '#shared/text';
import { inNetwork } from '../edge/budgets.ts';
import { createDayMemory } from '../lib/day-memory.ts';
import { foldEmail } from '../lib/fold-email.ts';
import { plainDigits } from '../lib/plain-digits.ts';
import type { World } from '../lib/world.ts';
import type { Mail } from '../mail/mail-sender.ts';
import type { LaunchAnswer } from '../store/store.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import type { SignupStore } from './signup-operations.ts';
import type { LaunchTexts } from './signup-wordings.ts';

/** The body of `POST /api/confirmations`. People paste a code with blanks and hyphens, and type it in their own script. */
export const codeSchema = z.strictObject({
  email: limitedText(SIGNUP_MAX_LENGTH.email).refine(isStorableText).trim().min(3),
  /** The sentence about the message at the launch that the form shows, and whether the person agrees. */
  launch: z.strictObject({ text: limitedText(2_000), agreed: z.boolean() }).optional(),
  code: limitedText(20)
    .transform((text) => plainDigits(text.replace(/[^\p{L}\p{N}]|[ーｰ]/gu, '')))
    .pipe(z.string().regex(/^\d{6}$/, 'expected the six digits of the message')),
});

export interface ConfirmationDeps extends Pick<World, 'now'> {
  store: Pick<SignupStore, 'readLinked' | 'confirmSignup' | 'confirmByCode' | 'askAgain'>;
  /** Null if mail has been turned off. */
  mail: Pick<Mail, 'newRequest' | 'wake'> | null;
  webhooks: Pick<Webhooks, 'announce' | 'wake'>;
  launchTexts: LaunchTexts;
  /** Random, for the hashes of addresses and clients in memory. */
  addressKey: Uint8Array;
}

export type GivenAnswer = NonNullable<z.infer<typeof codeSchema>['launch']>;
export type CodeAnswer =
  | { outcome: 'confirmed' | 'gone' }
  | { outcome: 'wrong'; triesLeft: number };

/** Wrong codes that one client may try for one address in a day. Another client may be its owner. */
const MAX_TRIES = 5;

export type Confirmations = ReturnType<typeof createConfirmations>;

export function createConfirmations(deps: ConfirmationDeps) {
  const { store, mail, webhooks, launchTexts, now, addressKey } = deps;
  /** In memory only, like everything that is known of a client, and the same for addresses that are not on record. */
  const tries = createDayMemory<number>();
  const keyOf = (email: string, client: string) =>
    createHmac('sha256', addressKey)
      .update(`${client} ${foldEmail(email)}`)
      .digest('base64url');

  /** A text that is not ours, or no longer, proves nothing. */
  const answerOf = (given: GivenAnswer | undefined): LaunchAnswer | null => {
    const shown = launchTexts.get(given?.text ?? '');
    return given && shown ? { shown, agreed: given.agreed } : null;
  };

  return {
    /** Returns the signup that a token belongs to, as it was entered, or why the token has no signup. */
    linkedTo: (token: string) => store.readLinked(token, now()),
    /** @param launch what the page has shown about the message at the launch, if anything, and the answer */
    async confirm(token: string, launch?: GivenAnswer) {
      const notices = webhooks.announce('signup.confirmed');
      const outcome = await store.confirmSignup(token, now(), notices, answerOf(launch));
      if (outcome === 'confirmed') webhooks.wake();
      return outcome;
    },
    /** Queues another message to the owner of a token. */
    async askAgain(token: string, client: string) {
      if (mail === null) return 'no_mail';
      const outcome = await store.askAgain({ token }, mail.newRequest(client));
      mail.wake();
      return outcome;
    },
    /** @param client who tries */
    async tryCode(
      { email, code, launch }: z.infer<typeof codeSchema>,
      client: string,
    ): Promise<CodeAnswer> {
      const key = keyOf(email, inNetwork(client));
      const tried = tries.get(key) ?? 0;
      if (tried >= MAX_TRIES) return { outcome: 'gone' };
      tries.set(key, tried + 1); // before the answer: requests at the same time count, too
      const notices = webhooks.announce('signup.confirmed');
      const attempt = { email, code, at: now() };
      const outcome = await store.confirmByCode(attempt, notices, answerOf(launch));
      if (outcome === 'wrong') return { outcome, triesLeft: MAX_TRIES - tried - 1 };
      tries.delete(key);
      webhooks.wake();
      return { outcome };
    },
  };
}
