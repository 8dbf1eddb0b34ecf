import type { SignupType } from '#shared/signups';

/** A request for a tab and one of its fields, by a button or by a window event. */
export interface SignupRequest {
  tab: SignupType;
  /** The name of the field to focus; empty for none. */
  field: string;
  /** When to focus it, by `performance.now()`; null before the first request. */
  focusAt: number | null;
}
