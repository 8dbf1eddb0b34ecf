import { useSyncExternalStore } from 'react';
import type { SignupType } from '#shared/signups';

export interface Outcome {
  type: SignupType;
  isDuplicate: boolean;
  email: string;
  /** Whether the code from the message is still awaited or was entered; null where no message asks for one. */
  code: 'awaited' | 'entered' | null;
  /** The number of the outcome: the verdict on a code is about one of them. */
  number: number;
}

interface Outcomes {
  latest: Outcome | null;
  /** True from the first success on; where a message asks for a confirmation, from the first code on. */
  isSignedUp: { readonly [type in SignupType]?: boolean };
}

/** The outcomes of the signups on this page, for as long as its document lives. Nothing is stored on the device. */
let outcomes: Outcomes = { latest: null, isSignedUp: {} };
const listeners = new Set<() => void>();

/** Every page loads this module, so it is small. */
export function changeOutcomes(change: (before: Outcomes) => Outcomes) {
  outcomes = change(outcomes);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const read = () => outcomes;

export const useOutcomes = () => useSyncExternalStore(subscribe, read, read);
