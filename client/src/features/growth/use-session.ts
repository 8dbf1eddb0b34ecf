import { useCallback, useEffect, useState } from 'react';
import type { GrowthSessionState } from '#shared/growth';
import { ask } from './growth-api.ts';

export type Session =
  | { state: 'checking' }
  /** `ended`: there was one; what was shown is put away. */
  | { state: 'signed_out'; ended: boolean }
  | { state: 'signed_in'; secondsLeft: number };

export interface SessionControls {
  session: Session;
  signedIn(state: GrowthSessionState): void;
  /** The server said so. */
  ended(): void;
  signOut(): void;
}

/** The server alone knows: the cookie is out of a script's reach. */
export function useSession(): SessionControls {
  const [session, setSession] = useState<Session>({ state: 'checking' });
  const ended = useCallback(() => setSession({ state: 'signed_out', ended: true }), []);
  const signedIn = useCallback(({ secondsLeft }: GrowthSessionState) => {
    setSession(
      secondsLeft === null
        ? { state: 'signed_out', ended: false }
        : { state: 'signed_in', secondsLeft },
    );
  }, []);
  const signOut = useCallback(() => {
    setSession({ state: 'signed_out', ended: false });
    void ask('session', { method: 'DELETE' });
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    ask<GrowthSessionState>('session', { signal: controller.signal }).then(
      (answer) =>
        answer.ok ? signedIn(answer.data) : setSession({ state: 'signed_out', ended: false }),
      () => {}, // aborted
    );
    return () => controller.abort();
  }, [signedIn]);

  useEffect(() => {
    if (session.state !== 'signed_in') return;
    // Nothing stays on a screen longer than the server would show it.
    const timer = setTimeout(ended, session.secondsLeft * 1000);
    return () => clearTimeout(timer);
  }, [session, ended]);

  return { session, signedIn, ended, signOut };
}
