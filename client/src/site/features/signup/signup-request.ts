import type { SignupType } from '#shared/signups';

/** The page asked for a tab and one of its fields: by a button or by a window event. */
export interface SignupRequest {
  tab: SignupType;
  /** The name of the field that gets the focus; empty for none. */
  field: string;
  /** When it gets the focus, by `performance.now()`; null before anyone asked. */
  focusAt: number | null;
}
