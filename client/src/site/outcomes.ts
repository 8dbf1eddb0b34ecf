import { useSyncExternalStore } from 'react';
import type { SignupType } from '#shared/signups';

interface Outcome {
  latest: 'success' | 'duplicate';
  /** True from the first success on. */
  isSignedUp: boolean;
  /** The address of the latest signup, to which the code of its message belongs. */
  email: string;
  /** Whether its code was entered on this page. */
  isConfirmed: boolean;
}

type Outcomes = { readonly [type in SignupType]?: Outcome };

/** The outcomes of the signups on this page, for as long as its document lives. Nothing is stored on the device. */
let outcomes: Outcomes = {};
const listeners = new Set<() => void>();

export function addOutcome(type: SignupType, latest: Outcome['latest'], email: string) {
  const isSignedUp = latest === 'success' || outcomes[type]?.isSignedUp === true;
  change({ ...outcomes, [type]: { latest, isSignedUp, email, isConfirmed: false } });
}

export function confirmOutcome(type: SignupType, email: string) {
  const outcome = outcomes[type];
  // The visitor may have signed up with another address meanwhile.
  if (outcome?.email === email) change({ ...outcomes, [type]: { ...outcome, isConfirmed: true } });
}

function change(next: Outcomes) {
  outcomes = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const read = () => outcomes;

export const useOutcomes = () => useSyncExternalStore(subscribe, read, read);
