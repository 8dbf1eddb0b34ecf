import { useSyncExternalStore } from 'react';
import type { SignupForm, SignupType } from '#shared/signups';

export const EMPTY_SIGNUP: SignupForm = { name: '', email: '', youtubeChannel: '', useCase: '' };

/** What was typed, on either tab. It outlives the page that the form is on, in memory alone. */
export const draft = { current: EMPTY_SIGNUP };

interface SignupState {
  tab: SignupType;
  /** A form is being sent. There is one signup at a time, also after going elsewhere and back. */
  sending: boolean;
  /** Rises when a form that is no longer on screen was sent: the one that is starts empty too. */
  generation: number;
}

const initial: SignupState = { tab: 'notifyme', sending: false, generation: 0 };
let state = initial;
const listeners = new Set<() => void>();

export function updateSignup(change: Partial<SignupState>) {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** Forgets the draft, for a form that was sent after its page had gone. */
export function startAfresh() {
  draft.current = EMPTY_SIGNUP;
  updateSignup({ generation: state.generation + 1 });
}

export const useSignupState = () => useSyncExternalStore(subscribe, read, readInitial);

const read = () => state;
const readInitial = () => initial;
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
