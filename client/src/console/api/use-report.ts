import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type ApiAnswer, askApi, type Failure } from './growth-api.ts';

/** A route of the console's API. The function is called with the time of each request, in milliseconds since 1970 UTC. */
export type Route = string | ((now: number) => string);

export interface Loaded<Data> {
  /** The latest answer. It stays while the next one loads, and if the same question, or a kept one, could not be asked. */
  data: Data | null;
  /** When the latest answer was requested, in milliseconds since 1970 UTC. */
  askedAt: number;
  /** True while the first answer to a question is on its way, and not while the same question is asked again. */
  loading: boolean;
  /** True while any answer is on its way. */
  asking: boolean;
  /** `invalid`: the address has an unknown value; the issues say what was expected. */
  failure:
    | { why: 'failed' | 'too_long' | 'few_people' | 'not_found' }
    | { why: 'invalid'; issues: readonly string[] }
    | null;
  /** Whether the latest answer stays if another question could not be asked. The head of its view says so, and that it loads. */
  isKept?: boolean;
  retry(): void;
}

/**
 * Returns whether an answer may not know what was done after it was asked for. Over a minute of difference is that of a clock which
 * was set. Both times are in milliseconds since 1970 UTC.
 */
export const mayPrecede = (askedAt: number, doneAt: number): boolean =>
  askedAt < doneAt && doneAt - askedAt < 60_000;

interface Answered<Data> extends Pick<Loaded<Data>, 'data' | 'askedAt' | 'failure'> {
  /** The question that this answers, and the number of the request; null before the first answer. */
  question: string | null;
  tries: number;
}

const UNANSWERED: Answered<never> = {
  question: null,
  tries: 0,
  data: null,
  askedAt: 0,
  failure: null,
};

/**
 * Fetches a report, and again whenever the question changes. An answer to an earlier question is dropped.
 * @param route null asks nothing, and drops the latest answer
 */
export function useReport<Data>(route: Route | null, isKept = false): Loaded<Data> {
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  // Everything that is asked, except the time of asking.
  const question = typeof route === 'function' ? route(0) : route;
  const [answered, setAnswered] = useState<Answered<Data>>(UNANSWERED);

  const pathAt = useEffectEvent((askedAt: number) =>
    typeof route === 'function' ? route(askedAt) : route,
  );

  useEffect(() => {
    const askedAt = Date.now();
    const path = question === null ? null : pathAt(askedAt);
    if (path === null) return setAnswered(UNANSWERED);
    const controller = new AbortController();
    const take = (answer: ApiAnswer<Data>) => {
      if (controller.signal.aborted) return;
      const own = { question, tries, askedAt };
      if (answer.ok) return setAnswered({ ...own, data: answer.data, failure: null });
      const failure = toFailure(answer);
      const isLost = failure.why === 'failed';
      setAnswered(({ question: of, data }) => ({
        ...own,
        data: isLost && (isKept || of === question) ? data : null,
        failure,
      }));
    };
    askApi<Data>(path, { signal: controller.signal }).then(take, () => {}); // aborted
    return () => controller.abort();
  }, [question, tries, isKept]);

  // Both are true as soon as the question changes, before the effect runs.
  const loading = question !== null && answered.question !== question;
  const asking = question !== null && (loading || answered.tries !== tries);
  return useMemo(() => {
    const { data, askedAt, failure } = answered;
    return { data, askedAt, loading, asking, failure, isKept, retry };
  }, [answered, loading, asking, isKept, retry]);
}

function toFailure(answer: Failure): NonNullable<Loaded<unknown>['failure']> {
  const { why } = answer;
  if (why === 'invalid') return answer;
  const isKnown = why === 'too_long' || why === 'few_people' || why === 'not_found';
  return { why: isKnown ? why : 'failed' };
}
