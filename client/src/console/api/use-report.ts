import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { type Answer, ask } from './growth-api.ts';

/** Called when the server no longer knows the session. */
export const SessionEnded = createContext<() => void>(() => {});

export interface Report<Data> {
  /** The latest answer. It stays while the next one loads. */
  data: Data | null;
  loading: boolean;
  /** `invalid`: the address has an unknown value; the issues say what was expected. */
  failure: { why: 'failed' | 'too_long' } | { why: 'invalid'; issues: readonly string[] } | null;
  retry(): void;
}

interface Answered<Data> extends Pick<Report<Data>, 'data' | 'failure'> {
  /** The question that this answers; null before the first answer. */
  question: string | null;
}

/**
 * Fetches a report, and again whenever the route changes. An answer to an earlier question is
 * dropped.
 */
export function useReport<Data>(route: string): Report<Data> {
  const ended = useContext(SessionEnded);
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  const question = `${tries} ${route}`;
  const [{ data, failure, question: last }, setAnswered] = useState<Answered<Data>>({
    question: null,
    data: null,
    failure: null,
  });

  useEffect(() => {
    const controller = new AbortController();
    const take = (answer: Answer<Data>) => {
      if (controller.signal.aborted) return;
      if (answer.ok) return setAnswered({ question, data: answer.data, failure: null });
      if (answer.why === 'signed_out') return ended();
      setAnswered((known) => ({ ...known, question, failure: toFailure(answer) }));
    };
    ask<Data>(route, { signal: controller.signal }).then(take, () => {}); // aborted
    return () => controller.abort();
  }, [route, question, ended]);

  // True as soon as the question changes, before the effect runs.
  return { data, loading: last !== question, failure, retry };
}

function toFailure(answer: Extract<Answer<unknown>, { ok: false }>): Report<unknown>['failure'] {
  if (answer.why === 'invalid') return answer;
  return { why: answer.why === 'too_long' ? 'too_long' : 'failed' };
}
