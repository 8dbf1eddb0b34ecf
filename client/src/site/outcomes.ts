import { useSyncExternalStore } from 'react';
import type { SignupType } from '#shared/signups';

interface Outcome {
  latest: 'success' | 'duplicate';
  /** A success replaces the form, until the visitor asks for it again. */
  isFormOpen: boolean;
  /** True from the first success on; where a message asks for a confirmation, from the first code on. */
  isSignedUp: boolean;
  /** The number of the signup on this path: the verdict on a code is about one of them. */
  number: number;
  /** The address of the latest signup, to which the code of its message belongs; null where no message asks for it. */
  email: string | null;
  /** Whether its code was entered on this page. */
  isConfirmed: boolean;
}

type Outcomes = { readonly [type in SignupType]?: Outcome };

/** The outcomes of the signups on this page, for as long as its document lives. Nothing is stored on the device. */
let outcomes: Outcomes = {};
const listeners = new Set<() => void>();

/** Changes the outcome of one path. Its code is small, because every page has it. */
export function changeOutcome(
  type: SignupType,
  change: (outcome: Outcome | undefined) => Outcome | undefined,
) {
  outcomes = { ...outcomes, [type]: change(outcomes[type]) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const read = () => outcomes;

export const useOutcomes = () => useSyncExternalStore(subscribe, read, read);
