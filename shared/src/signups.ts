// This is the only schema that runs in the browser: zod's small build saves it 17 KB.
import * as z from 'zod/mini';
import type { SIGNUP_TYPES } from './event-values.ts';
import { SIGNUP_MAX_LENGTH } from './limits.ts';

export type SignupType = (typeof SIGNUP_TYPES)[number];

/** The specification's pattern: text, at sign, text, dot, text, without spaces. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Counts characters as PostgreSQL does: code points, not UTF-16 units. */
export const characters = (text: string): number => [...text].length;

/** The validation messages of the specification, section 5. */
const SIGNUP_MESSAGES = {
  nameRequired: 'Please enter your full name',
  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email address',
  useCaseRequired: 'Please tell us about your use case and dubbing needs',
} as const;

const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en')} characters`;
const text = (max: number, ...checks: z.core.$ZodCheck<string>[]) =>
  z.string().check(
    z.trim(),
    z.refine((value) => characters(value) <= max, { error: tooLong(max), abort: true }),
    ...checks,
  );
const filled = (message: string) => z.refine<string>((value) => value !== '', message);

/** Returns the schema of the signup form. It trims values and requires the use case on the beta tab only. */
export function signupFormSchema(type: SignupType) {
  const max = SIGNUP_MAX_LENGTH;
  return z.object({
    name: text(max.name, filled(SIGNUP_MESSAGES.nameRequired)),
    email: text(
      max.email,
      filled(SIGNUP_MESSAGES.emailRequired),
      z.refine((value) => value === '' || emailPattern.test(value), SIGNUP_MESSAGES.emailInvalid),
    ),
    youtubeChannel: text(max.youtube_channel),
    useCase:
      type === 'beta'
        ? text(max.use_case, filled(SIGNUP_MESSAGES.useCaseRequired))
        : text(max.use_case),
  });
}
export type SignupForm = z.infer<ReturnType<typeof signupFormSchema>>;

/** One row as the form sends it to `POST /rest/v1/notifyme_signups`. */
export interface SignupInsert {
  name: string;
  email: string;
  youtube_channel: string | null;
  use_case: string | null;
  signup_type: SignupType;
}
