import { z } from 'zod';

/** The body of `POST /growth/api/session`. */
export const signInSchema = z.strictObject({ token: z.string().max(1000) });

/** The answer to `GET /growth/api/session`; of a session that has ended both are as if there had been none. */
export interface GrowthSessionState {
  signedIn: boolean;
  /** ISO time. */
  expiresAt: string | null;
}
