import { useEffect } from 'react';
import { type Report, type Route, useReport } from './use-report.ts';

/**
 * Returns a report that is fetched again some milliseconds after each answer, while the page is visible. Only one
 * request runs at a time, and none from a tab in the background. When the tab or the network comes back, the next
 * request starts at once.
 */
export function usePolled<Data>(
  route: Route | null,
  every: number | ((data: Data | null) => number),
  isOn = true,
): Report<Data> {
  const report = useReport<Data>(route);
  const { asking, retry, data } = report;
  const everyMs = typeof every === 'number' ? every : every(data);
  useEffect(() => {
    if (asking || !isOn) return;
    const isSeen = () => document.visibilityState === 'visible';
    const wake = () => void (isSeen() && retry());
    // Repeats, because there may be nothing to ask yet.
    const timer = setInterval(wake, everyMs);
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [asking, retry, everyMs, isOn]);
  return report;
}
