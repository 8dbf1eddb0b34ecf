import type { SignupType } from '#shared/signups';

/** A request for a tab, by a button or by a window event. */
export interface SignupRequest {
  tab: SignupType;
  /** When it was made, by `performance.now()`; null before the first request. */
  at: number | null;
}
