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

/** When the server that was busy last may be asked again, in milliseconds since 1970. */
export let busyUntil = 0;

/** Sends JSON, and waits for the answer as long as a visitor does. Returns what it says, or why there is no outcome. */
export async function post<Outcome>(
  path: string,
  body: object,
  read: (response: Response) => Outcome | Promise<Outcome>,
  headers?: object,
): Promise<Outcome | Failure> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    const wait = response.headers.get('retry-after');
    busyUntil = Date.now() + 1_000 * Number(wait);
    if (response.status === 429 || wait) return 'busy';
    return await read(response);
  } catch {
    return navigator.onLine ? 'unanswered' : 'offline';
  }
}

/** Inserts one signup. Reads only the error code of an answer, as the specification says. */
export function submitSignup(
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
  const read = async (response: Response) => {
    // The server answers success with this status only. The sign-in page of a hotel's network answers 200.
    if (response.status === 201) return 'success';
    return (await response.json())?.code === UNIQUE_VIOLATION ? 'duplicate' : 'error';
  };
  const headers = { apikey: publicKey, Prefer: 'return=minimal' };
  return post('/rest/v1/notifyme_signups', row, read, headers);
}

/** Returns null for a page that the browser has translated into a language in which the site is not offered. */
const pageLanguage = () => LANGUAGES.find((one) => one === document.documentElement.lang) ?? null;

/** Returns the part of an e-mail address that `form_submit` may report: what follows the at sign, in lower case. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
