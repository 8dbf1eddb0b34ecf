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

/** Sends JSON, and waits for the answer as long as a visitor does. */
export const post = (path: string, body: object, headers?: object) =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  });

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
    const headers = { apikey: publicKey, Prefer: 'return=minimal' };
    const response = await post('/rest/v1/notifyme_signups', row, headers);
    // The server answers success with this status only. The sign-in page of a hotel's network answers 200.
    if (response.status === 201) return 'success';
    if (response.status === 429 || response.headers.has('retry-after')) return 'busy';
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
