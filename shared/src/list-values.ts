// The values of decisions and mailings, without the schemas: the console loads no zod.
export const DECISIONS = ['accepted', 'declined'] as const;
export type ListDecision = (typeof DECISIONS)[number];
/** `waiting`: nobody has decided. */
export const APPLICATION_STATES = ['waiting', ...DECISIONS] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const MAILING_STATES = [
  'draft',
  'starting',
  'sending',
  'paused',
  'stopped',
  'done',
] as const;
export const RECIPIENT_STATES = ['waiting', 'in_doubt', 'sent', 'refused'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The actions on a mailing that take nothing else. */
export const MAILING_ACTIONS = ['pause', 'resume', 'stop'] as const;
export type MailingAction = (typeof MAILING_ACTIONS)[number];
