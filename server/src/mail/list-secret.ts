import { createHmac } from 'node:crypto';
import type { ListDecision } from '#shared/list-values';
import type { SignupType } from '#shared/signups';

/** Without letters and digits that look alike: 0 O, 1 I L, U V. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const CODE_LENGTH = 10;

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest();

/** Returns the personal code of a signup: docs/operations.md says how a shop checks it. */
export function discountCodeOf(secret: string, signupId: string): string {
  const bytes = hmac(secret, `code ${signupId}`);
  return Array.from(
    { length: CODE_LENGTH },
    (_, index) => LETTERS[bytes.readUInt16BE(2 * index) % LETTERS.length],
  ).join('');
}

/** Whether a signup has a code: the discount of the beta is for those who were admitted. */
export const hasCode = (signup: { signupType: SignupType; decision: ListDecision | null }) =>
  signup.signupType === 'notifyme' || signup.decision === 'accepted';

/** Returns the token of the link that leads somebody off the list, in each message after the confirmation: 128 bits. */
export const leaveTokenOf = (secret: string, signupId: string): string =>
  hmac(secret, `leave ${signupId}`).subarray(0, 16).toString('base64url');

/** Returns what stands for a mailbox that nothing is sent to. */
export const blockHashOf = (secret: string, mailbox: string): string =>
  hmac(secret, `block ${mailbox}`).toString('base64url');

/** Returns what stands for the address of a deleted signup in its proof. Nobody can derive the address without the secret. */
export const proofHashOf = (secret: string, foldedEmail: string): string =>
  hmac(secret, `proof ${foldedEmail}`).toString('base64url');
