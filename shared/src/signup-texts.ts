/**
 * The texts that people enter when they sign up, each with the name of its column, which is also its name on the wire. A
 * text that is added here is asked for by the types everywhere else.
 */
export const SIGNUP_TEXTS = {
  name: 'name',
  email: 'email',
  youtubeChannel: 'youtube_channel',
  useCase: 'use_case',
} as const;
type Name = keyof typeof SIGNUP_TEXTS;
export type SignupTextColumn = (typeof SIGNUP_TEXTS)[Name];

/** Longest signup values, in characters (Unicode code points, as PostgreSQL counts them). */
export const SIGNUP_MAX_LENGTH = {
  name: 200,
  email: 254,
  youtube_channel: 300,
  use_case: 5000,
} as const satisfies Record<SignupTextColumn, number>;

type Required = 'name' | 'email';
/** What is not filled in is null. */
export type SignupTexts = { [N in Name]: N extends Required ? string : string | null };
/** The same by column. */
export type SignupTextColumns = {
  [N in Name as (typeof SIGNUP_TEXTS)[N]]: SignupTexts[N];
};

const names = Object.keys(SIGNUP_TEXTS) as Name[];

export const textsOf = (signup: SignupTexts): (string | null)[] =>
  names.map((name) => signup[name]);

export const textsFrom = (columns: Record<SignupTextColumn, string | null>) =>
  Object.fromEntries(names.map((name) => [name, columns[SIGNUP_TEXTS[name]]])) as Record<
    Name,
    string | null
  >;

export const textColumnsOf = (signup: SignupTexts): SignupTextColumns =>
  Object.fromEntries(names.map((name) => [SIGNUP_TEXTS[name], signup[name]])) as SignupTextColumns;
