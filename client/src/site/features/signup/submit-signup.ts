import type { SignupForm, SignupInsert, SignupType } from '#shared/signups';
import { LANGUAGES } from '#shared/site-languages';

export type FormOutcome = 'success' | 'duplicate' | 'error';
/** Why there is no outcome: what the visitor is told beside the form. */
export type Failure = 'offline' | 'unanswered' | 'busy' | 'error';

/** PostgreSQL's code for unique_violation: this e-mail has already signed up. */
const UNIQUE_VIOLATION = '23505';

/**
 * The time without an answer, in milliseconds, after which the visitor is told to try again. If the signup was stored,
 * the next try finds it.
 */
const MAX_WAIT_MS = 30_000;

/** Inserts one signup. Reads only the error code of an answer, as the specification says. */
export async function submitSignup(
  type: SignupType,
  form: SignupForm,
  publicKey: string,
): Promise<Exclude<FormOutcome, 'error'> | Failure> {
  const row: SignupInsert = {
    name: form.name,
    email: form.email,
    youtube_channel: form.youtubeChannel || null,
    use_case: form.useCase || null,
    signup_type: type,
    language: pageLanguage(),
  };
  try {
    const response = await fetch('/rest/v1/notifyme_signups', {
      method: 'POST',
      headers: { apikey: publicKey, 'Content-Type': 'application/json', Prefer: 'return=minimal' },
      body: JSON.stringify(row),
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    // The server answers success with this status only. The sign-in page of a hotel's network answers 200.
    if (response.status === 201) return 'success';
    if (response.status === 429) return 'busy';
    if (response.status >= 500) return 'unanswered';
    return (await response.json())?.code === UNIQUE_VIOLATION ? 'duplicate' : 'error';
  } catch {
    return navigator.onLine ? 'unanswered' : 'offline';
  }
}

/** Returns null for a page that the browser has translated into a language in which the site is not offered. */
const pageLanguage = () => LANGUAGES.find((one) => one === document.documentElement.lang) ?? null;

/** Returns the part of an e-mail address that `form_submit` may report: what follows the at sign, in lower case. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
