import { useSyncExternalStore } from 'react';
import type { SignupType } from '#shared/signups';

interface Outcome {
  latest: 'success' | 'duplicate';
  /** True from the first success on. */
  isSignedUp: boolean;
}

type Outcomes = { readonly [type in SignupType]?: Outcome };

/** The outcomes of the signups on this page, for as long as its document lives. Nothing is stored on the device. */
let outcomes: Outcomes = {};
const listeners = new Set<() => void>();

export function addOutcome(type: SignupType, latest: Outcome['latest']) {
  const isSignedUp = latest === 'success' || outcomes[type]?.isSignedUp === true;
  outcomes = { ...outcomes, [type]: { latest, isSignedUp } };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const read = () => outcomes;

export const useOutcomes = () => useSyncExternalStore(subscribe, read, read);
