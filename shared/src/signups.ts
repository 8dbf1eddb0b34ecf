import { z } from 'zod';
import type { SIGNUP_TYPES } from './event-names.ts';
import { SIGNUP_MAX_LENGTH } from './limits.ts';

export type SignupType = (typeof SIGNUP_TYPES)[number];

/** The specification's pattern: text, at sign, text, dot, text; no blanks. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Characters as PostgreSQL counts them: code points, not UTF-16 units. */
export const characters = (text: string): number => [...text].length;

/** The validation messages of the specification, section 5. */
export const SIGNUP_MESSAGES = {
  nameRequired: 'Please enter your full name',
  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email address',
  useCaseRequired: 'Please tell us about your use case and dubbing needs',
} as const;

const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en')} characters`;
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => characters(text) <= max, tooLong(max));

/** What the form holds. Trims; the use case is required on the beta tab only. */
export function signupFormSchema(type: SignupType) {
  const max = SIGNUP_MAX_LENGTH;
  const useCase = optionalText(max.use_case);
  return z.object({
    name: optionalText(max.name).refine((text) => text !== '', SIGNUP_MESSAGES.nameRequired),
    email: optionalText(max.email)
      .refine((text) => text !== '', SIGNUP_MESSAGES.emailRequired)
      .refine((text) => text === '' || emailPattern.test(text), SIGNUP_MESSAGES.emailInvalid),
    youtubeChannel: optionalText(max.youtube_channel),
    useCase:
      type === 'beta'
        ? useCase.refine((text) => text !== '', SIGNUP_MESSAGES.useCaseRequired)
        : useCase,
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
