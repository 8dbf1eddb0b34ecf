import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { type Answer, ask } from './growth-api.ts';

/** Told when the server no longer knows the session. */
export const SessionEnded = createContext<() => void>(() => {});

export interface Report<Data> {
  /** The latest that came; while the next is on its way it stays. */
  data: Data | null;
  loading: boolean;
  /** `invalid`: the address asks for what there is not. */
  failure: 'invalid' | 'failed' | null;
  retry(): void;
}

/** Asks again whenever the route changes; an answer to an earlier question is dropped. */
export function useReport<Data>(route: string): Report<Data> {
  const ended = useContext(SessionEnded);
  const [data, setData] = useState<Data | null>(null);
  const [failure, setFailure] = useState<Report<Data>['failure']>(null);
  const [loading, setLoading] = useState(true);
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks anew
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    const take = (answer: Answer<Data>) => {
      if (controller.signal.aborted) return;
      if (!answer.ok && answer.why === 'signed_out') return ended();
      setLoading(false);
      if (answer.ok) setData(answer.data);
      setFailure(answer.ok ? null : answer.why === 'invalid' ? 'invalid' : 'failed');
    };
    ask<Data>(route, { signal: controller.signal }).then(take, () => {}); // aborted
    return () => controller.abort();
  }, [route, ended, tries]);

  return { data, loading, failure, retry };
}
