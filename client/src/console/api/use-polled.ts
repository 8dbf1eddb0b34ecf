import { useEffect } from 'react';
import { type Loaded, type Route, useReport } from './use-report.ts';

/**
 * Returns a report that is fetched again some seconds after each answer, while the page is visible. Only one request runs at a
 * time, and none from a tab in the background. When the tab or the network comes back, the next request starts at once, also
 * that of a report which failed and is not repeated.
 */
export function usePolled<Data>(
  route: Route | null,
  everyMs: number,
  isOn = true,
  isKept = false,
): Loaded<Data> {
  const report = useReport<Data>(route, isKept);
  const { asking, failure, retry } = report;
  const isWanted = isOn || failure?.why === 'failed';
  useEffect(() => {
    if (asking || !isWanted) return;
    const isSeen = () => document.visibilityState === 'visible';
    const wake = () => void (isSeen() && retry());
    // Repeats, because there may be nothing to ask yet.
    const timer = isOn ? setInterval(wake, everyMs) : 0;
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [asking, retry, everyMs, isOn, isWanted]);
  return report;
}
