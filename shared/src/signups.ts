// This is the only schema that runs in the browser: zod's small build saves it 17 KB.
import * as z from 'zod/mini';
import { cleanAddress, mailableAddress } from './email-address.ts';
import type { SIGNUP_TYPES } from './event-values.ts';
import { SIGNUP_MAX_LENGTH, type SignupTextColumns } from './signup-texts.ts';
import type { Language } from './site-languages.ts';

export type SignupType = (typeof SIGNUP_TYPES)[number];

/** Counts characters as PostgreSQL does: code points, not UTF-16 units. */
export const characters = (text: string): number => [...text].length;

/** A message for each problem that the form can have with a value. */
export interface SignupProblems {
  nameRequired: string;
  emailRequired: string;
  emailInvalid: string;
  useCaseRequired: string;
  /** @param max characters */
  tooLong: (max: number) => string;
}
type Problem = Exclude<keyof SignupProblems, 'tooLong'>;

/** Returns the message for a code that {@link signupFormSchema} reports: the name of a problem, or `tooLong:200`. */
export function problemText(code: string, problems: SignupProblems): string {
  const [name, max] = code.split(':');
  return max === undefined ? problems[name as Problem] : problems.tooLong(Number(max));
}

const text = (
  max: number,
  checks: readonly z.core.$ZodCheck<string>[] = [],
  clean: z.core.$ZodCheck<string> = z.trim(),
) =>
  z.string().check(
    clean,
    z.refine((value) => characters(value) <= max, { error: `tooLong:${max}`, abort: true }),
    ...checks,
  );
const filled = (problem: Problem) => z.refine<string>((value) => value !== '', problem);

/**
 * Returns the schema of the signup form. It trims values, cleans the address and requires the use case on the beta tab only. Its messages are
 * codes for {@link problemText}.
 */
export function signupFormSchema(type: SignupType) {
  const max = SIGNUP_MAX_LENGTH;
  return z.object({
    name: text(max.name, [filled('nameRequired')]),
    email: text(
      max.email,
      [
        filled('emailRequired'),
        z.refine(
          (value) => value === '' || mailableAddress(value) !== null,
          'emailInvalid' satisfies Problem,
        ),
      ],
      z.overwrite(cleanAddress),
    ),
    youtubeChannel: text(max.youtube_channel),
    useCase: type === 'beta' ? text(max.use_case, [filled('useCaseRequired')]) : text(max.use_case),
  });
}
export type SignupForm = z.infer<ReturnType<typeof signupFormSchema>>;

/** One row as the form sends it to `POST /rest/v1/notifyme_signups`. */
export interface SignupInsert extends SignupTextColumns {
  signup_type: SignupType;
  language: Language | null;
}
