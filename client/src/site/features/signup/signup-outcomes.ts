import type { SignupType } from '#shared/signups';
import { changeOutcome } from '../../outcomes.ts';
import type { SignupOutcome } from './submit-signup.ts';

export function addOutcome(
  type: SignupType,
  latest: Exclude<SignupOutcome, 'error'>,
  email: string,
  asksByMail: boolean,
) {
  const isNew = latest === 'success';
  changeOutcome(type, (before) => {
    // Its code still needs the field. The message tells that the other address is registered.
    const isWaiting = before?.email && before.email !== email && !before.isConfirmed;
    if (isWaiting && !isNew) return before;
    return {
      latest,
      isFormOpen: !isNew,
      isSignedUp: (isNew && !asksByMail) || before?.isSignedUp === true,
      number: (before?.number ?? 0) + 1,
      email: isNew && asksByMail ? email : null,
      isConfirmed: false,
    };
  });
}

export function confirmOutcome(type: SignupType, email: string) {
  // The visitor may have signed up with another address meanwhile.
  changeOutcome(type, (outcome) =>
    outcome?.email === email ? { ...outcome, isSignedUp: true, isConfirmed: true } : outcome,
  );
}

/** Shows the form again, with the receipt of the signup before beside it. */
export function reopenForm(type: SignupType) {
  changeOutcome(type, (outcome) => outcome && { ...outcome, isFormOpen: true });
}
