import { useSyncExternalStore } from 'react';
import type { SignupForm, SignupType } from '#shared/signups';

export interface Success {
  type: SignupType;
  /** As it was sent, to be sent again or changed. */
  sent: SignupForm;
  /** Whether the code from the message is still awaited or was entered; null where no message asks for one. */
  code: 'awaited' | 'entered' | null;
  /** Its number on this page: the verdict on a code is about one of them. */
  number: number;
  /** True while the form is shown in place of the receipt. */
  isAside?: boolean;
  /** How often its message was asked for again, and when it may be next, in milliseconds since 1970. */
  again: { count: number; at: number };
}

interface Outcomes {
  /** The latest success. */
  success: Success | null;
  /** The path of the latest signup, if that address was registered before. */
  duplicate: SignupType | null;
  /** True from the first success on; where a message asks for a confirmation, from the first code on. */
  isSignedUp: { readonly [type in SignupType]?: boolean };
}

/** The outcomes of the signups on this page, for as long as its document lives. Nothing is stored on the device. */
let outcomes: Outcomes = { success: null, duplicate: null, isSignedUp: {} };
const listeners = new Set<() => void>();

/** Every page loads this module, so it is small. */
export function changeOutcomes(change: (before: Outcomes) => Partial<Outcomes>) {
  outcomes = { ...outcomes, ...change(outcomes) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const read = () => outcomes;

export const useOutcomes = () => useSyncExternalStore(subscribe, read, read);
