import type { SignupType } from '#shared/signups';

/** The page asked for a tab (and for the name field): by a button or by a window event. */
export interface SignupRequest {
  tab: SignupType;
  /** When it was asked, by `performance.now()`; null before anyone asked. */
  at: number | null;
}
