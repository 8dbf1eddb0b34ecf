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
  /** `failed` for all that a repetition may help against. */
  failure: Failure | null;
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

const NOTHING = { data: null, askedAt: 0, failure: null };
const UNANSWERED: Answered<never> = { ...NOTHING, question: null, tries: 0 };
/** The state of what is not asked. */
export const NOT_ASKED: Loaded<never> = { ...NOTHING, loading: false, asking: false, retry() {} };
/** Why a question is refused. Any other failure is one of the way to the server. */
const REFUSALS: readonly string[] = ['invalid', 'too_long', 'few_people', 'not_found'];

/**
 * Fetches a report, and again whenever the question changes. An answer to an earlier question is dropped. Only one request runs at
 * a time, and none from a tab in the background. When the tab or the network comes back, the next request starts at once, also that
 * of a report which failed and is not repeated.
 *
 * @param route null asks nothing, and drops the latest answer
 * @param everyMs how long after each answer it is fetched again; 0 for a report that is not
 */
export function useReport<Data>(route: Route | null, everyMs = 0, isKept = false): Loaded<Data> {
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  const pathAt = typeof route === 'function' ? route : () => route;
  // Everything that is asked, except the time of asking.
  const question = pathAt(0);
  const [answered, setAnswered] = useState<Answered<Data>>(UNANSWERED);
  const latestPathAt = useEffectEvent(pathAt);

  useEffect(() => {
    const askedAt = Date.now();
    const path = latestPathAt(askedAt);
    if (path === null) return setAnswered(UNANSWERED);
    const controller = new AbortController();
    const take = (answer: ApiAnswer<Data>) => {
      if (controller.signal.aborted) return;
      const own = { question, tries, askedAt };
      if (answer.ok) return setAnswered({ ...own, data: answer.data, failure: null });
      const isLost = !REFUSALS.includes(answer.why);
      setAnswered(({ question: of, data }) => ({
        ...own,
        data: isLost && (isKept || of === question) ? data : null,
        failure: isLost ? { why: 'failed' } : answer,
      }));
    };
    askApi<Data>(path, { signal: controller.signal }).then(take, () => {}); // aborted
    return () => controller.abort();
  }, [question, tries, isKept]);

  // Both are true as soon as the question changes, before the effect runs.
  const loading = question !== null && answered.question !== question;
  const asking = question !== null && (loading || answered.tries !== tries);
  const isWanted = everyMs > 0 || answered.failure?.why === 'failed';
  useEffect(() => {
    if (asking || !isWanted) return;
    const wake = () => void (document.visibilityState === 'visible' && retry());
    // Repeats, because there may be nothing to ask yet.
    const timer = everyMs && setInterval(wake, everyMs);
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [asking, retry, everyMs, isWanted]);
  // The same object until something changes: contexts pass it on to every chart.
  return useMemo(
    () => ({ ...answered, loading, asking, isKept, retry }),
    [answered, loading, asking, isKept, retry],
  );
}
