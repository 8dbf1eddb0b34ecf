import type { SignupType } from '#shared/signups';
import { changeOutcomes, type Outcome } from '../../outcomes.ts';

export function addOutcome(added: Omit<Outcome, 'number'>) {
  changeOutcomes(({ latest, isSignedUp }) => {
    // Its code still needs the field. The message tells that the other address is registered.
    if (added.isDuplicate && latest?.code === 'awaited' && latest.email !== added.email)
      return { latest, isSignedUp };
    const countsAtOnce = !added.isDuplicate && added.code === null;
    return {
      latest: { ...added, number: (latest?.number ?? 0) + 1 },
      isSignedUp: countsAtOnce ? { ...isSignedUp, [added.type]: true } : isSignedUp,
    };
  });
}

export function confirmOutcome(type: SignupType, email: string) {
  changeOutcomes(({ latest, isSignedUp }) => ({
    // The visitor may have signed up with another address meanwhile.
    latest: latest?.email === email ? { ...latest, code: 'entered' } : latest,
    isSignedUp: { ...isSignedUp, [type]: true },
  }));
}
