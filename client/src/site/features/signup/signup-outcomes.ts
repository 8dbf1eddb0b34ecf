import type { SignupForm, SignupType } from '#shared/signups';
import { changeOutcomes } from '../../outcomes.ts';

export function addSuccess(type: SignupType, sent: SignupForm, asksByMail: boolean) {
  changeOutcomes(({ success, isSignedUp }) => ({
    success: {
      type,
      sent,
      code: asksByMail ? 'awaited' : null,
      number: (success?.number ?? 0) + 1,
    },
    isSignedUp: asksByMail ? isSignedUp : { ...isSignedUp, [type]: true },
  }));
}

export function confirmSuccess(type: SignupType, { email }: SignupForm) {
  changeOutcomes(({ success, isSignedUp }) => ({
    // The visitor may have signed up with another address meanwhile.
    success: success?.sent.email === email ? { ...success, code: 'entered' } : success,
    isSignedUp: { ...isSignedUp, [type]: true },
  }));
}

export const setDuplicate = (duplicate: SignupType | null) => changeOutcomes(() => ({ duplicate }));
