import { useCallback, useEffect, useRef, useState } from 'react';
import type { Access, GrowthSessionState } from '#shared/growth';
import { openChannel } from '../../ui/open-channel.ts';
import { askApi } from '../api/growth-api.ts';

export type Session =
  | { state: 'checking' | 'unreachable' }
  /** `ended`: a session has ended, and its data is hidden. `unsure`: the request to end the session failed. */
  | { state: 'signed_out'; why: 'ended' | 'unsure' | null }
  | {
      state: 'signed_in';
      secondsLeft: number;
      access: Access;
      person: GrowthSessionState['person'];
    };

/** Tells the other tabs of this browser that one of them has signed in or out. */
export const CHANNEL = 'growth:session';

/** Holds the session's state, and `check` asks for it again. Only the server knows it: scripts cannot read the cookie, and other tabs share it. */
export function useSession() {
  const [session, setSession] = useState<Session>({ state: 'checking' });
  /** How somebody can sign in. */
  const [ways, setWays] = useState({ passkeys: false, tokens: true });
  const channel = useRef<BroadcastChannel>(undefined);
  /** The number of the latest question. An answer to an earlier one is dropped. */
  const asked = useRef(0);
  /** The number of a sign-out that the server has not confirmed. Until then it would say that this tab is signed in. */
  const leaving = useRef<number>(null);
  const ended = useCallback(() => setSession({ state: 'signed_out', why: 'ended' }), []);

  const check = useCallback(async () => {
    if (leaving.current === asked.current) return;
    asked.current += 1;
    const question = asked.current;
    const answer = await askApi<GrowthSessionState>('session');
    if (question !== asked.current) return;
    if (answer.ok) {
      const { passkeys = false, tokens = true } = answer.data;
      setWays({ passkeys, tokens });
    }
    setSession((known) => (answer.ok ? after(known, answer.data) : unanswered(known)));
  }, []);

  const signedIn = useCallback((state: GrowthSessionState) => {
    asked.current += 1;
    setSession((known) => after(known, state));
    channel.current?.postMessage('signed in');
  }, []);

  const signOut = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    leaving.current = question;
    setSession({ state: 'signed_out', why: null });
    const answer = await askApi('session', { method: 'DELETE' });
    if (answer.ok) channel.current?.postMessage('signed out');
    if (question !== asked.current) return;
    if (answer.ok) leaving.current = null;
    setSession({ state: 'signed_out', why: answer.ok ? null : 'unsure' });
  }, []);

  useEffect(() => {
    void check();
    const opened = openChannel(CHANNEL);
    channel.current = opened;
    if (opened) opened.onmessage = check;
    // Also after the computer slept, which delays timers, and for a page restored from the browser's cache.
    const onVisible = () => void (document.visibilityState === 'visible' && check());
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('session:ended', ended);
    return () => {
      opened?.close();
      removeEventListener('session:ended', ended);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [check, ended]);

  useEffect(() => {
    if (session.state !== 'signed_in') return;
    // Hides the data when the session ends, even if nobody asks the server.
    const timer = setTimeout(ended, session.secondsLeft * 1000);
    return () => clearTimeout(timer);
  }, [session, ended]);

  return { session, ways, signedIn, signOut, check };
}

function after(known: Session, { secondsLeft, access, person }: GrowthSessionState): Session {
  if (secondsLeft !== null)
    return { state: 'signed_in', secondsLeft, access: access ?? 'figures', person };
  if (known.state === 'signed_in') return { state: 'signed_out', why: 'ended' };
  return known.state === 'signed_out' ? known : { state: 'signed_out', why: null };
}

const unanswered = (known: Session): Session =>
  known.state === 'checking' ? { state: 'unreachable' } : known;
