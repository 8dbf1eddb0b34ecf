import * as z from 'zod/mini';
import type { SignupForm, SignupInsert, SignupType } from '#shared/signups';

export type SignupOutcome = 'success' | 'duplicate' | 'error';

/** Code of PostgreSQL's unique_violation: this e-mail is there already. */
const UNIQUE_VIOLATION = '23505';
const duplicateSchema = z.object({ code: z.literal(UNIQUE_VIOLATION) });

/** After so long without an answer, in milliseconds, the visitor is told to try again. What was stored is found then. */
const MAX_WAIT_MS = 30_000;

/** Inserts one signup. Only the error code of an answer is read, as the specification says. */
export async function submitSignup(
  type: SignupType,
  form: SignupForm,
  publicKey: string,
): Promise<SignupOutcome> {
  const row: SignupInsert = {
    name: form.name,
    email: form.email,
    youtube_channel: form.youtubeChannel || null,
    use_case: form.useCase || null,
    signup_type: type,
  };
  try {
    const response = await fetch('/rest/v1/notifyme_signups', {
      method: 'POST',
      headers: { apikey: publicKey, 'Content-Type': 'application/json', Prefer: 'return=minimal' },
      body: JSON.stringify(row),
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    // No other success is the server's: the sign-in page of a hotel's network is answered with 200.
    if (response.status === 201) return 'success';
    return duplicateSchema.safeParse(await response.json()).success ? 'duplicate' : 'error';
  } catch {
    return 'error';
  }
}

/** What `form_submit` may say of an address: the part after the at sign, lower case. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
