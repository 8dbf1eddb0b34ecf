import type { SignupType } from '#shared/signups';
import { changeOutcome } from '../../outcomes.ts';
import type { SignupOutcome } from './submit-signup.ts';

export function addOutcome(
  type: SignupType,
  latest: Exclude<SignupOutcome, 'error'>,
  email: string,
) {
  changeOutcome(type, (before) => ({
    latest,
    isFormOpen: latest === 'duplicate',
    isSignedUp: latest === 'success' || before?.isSignedUp === true,
    email,
    isConfirmed: false,
  }));
}

export function confirmOutcome(type: SignupType, email: string) {
  // The visitor may have signed up with another address meanwhile.
  changeOutcome(type, (outcome) =>
    outcome?.email === email ? { ...outcome, isConfirmed: true } : outcome,
  );
}

/** Shows the form again, with the receipt of the signup before beside it. */
export function reopenForm(type: SignupType) {
  changeOutcome(type, (outcome) => outcome && { ...outcome, isFormOpen: true });
}
