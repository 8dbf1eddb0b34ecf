import { useEffect } from 'react';
import { type Report, useReport } from './use-report.ts';

/**
 * A report that is asked for again some seconds after each answer, while the page is looked at. Nothing piles up:
 * one request at a time, and none from a tab in the background. Whoever comes back, to the tab or to the network,
 * does not wait.
 */
export function usePolled<Data>(route: string, everyMs: number, isOn = true): Report<Data> {
  const report = useReport<Data>(route);
  const { loading, retry } = report;
  useEffect(() => {
    if (loading || !isOn) return;
    const isSeen = () => document.visibilityState === 'visible';
    const timer = isSeen() ? setTimeout(retry, everyMs) : undefined;
    const wake = () => void (isSeen() && retry());
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [loading, retry, everyMs, isOn]);
  return report;
}
