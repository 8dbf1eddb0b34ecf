// Written out, because the types of a statement come from its text.

export const TEXT_COLUMNS = 'name, email, youtube_channel, use_case';
export const TEXTS = 'name, email, youtube_channel AS "youtubeChannel", use_case AS "useCase"';
export const TEXT_VALUES = '{name:text}, {email:text}, {youtubeChannel:text?}, {useCase:text?}';

/** What a {@link Signup} holds besides its id. */
export const SIGNUP =
  `${TEXTS}, signup_type AS "signupType", created_at AS "createdAt", language, confirmed_at AS "confirmedAt"` as const;

/** The words that somebody was shown about the message at the launch, of a row with their hash. */
export const LAUNCH_TEXT = '(SELECT text FROM launch_texts WHERE hash = launch_text_hash)';
