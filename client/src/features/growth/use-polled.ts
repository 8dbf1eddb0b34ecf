import { useEffect } from 'react';
import { type Report, useReport } from './use-report.ts';

/**
 * A report that is asked for again some seconds after each answer, while the page is looked at. Nothing piles up:
 * one request at a time, and none from a tab in the background.
 */
export function usePolled<Data>(route: string, everyMs: number, isOn = true): Report<Data> {
  const report = useReport<Data>(route);
  const { loading, retry } = report;
  useEffect(() => {
    if (loading || !isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(retry, everyMs);
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [loading, retry, everyMs, isOn]);
  return report;
}
