import { useContext, useState } from 'react';
import type { Access } from '#shared/growth';
import type { Span } from '#shared/time-buckets';
import { isLive, isTooEarly, rangeBefore, rangeOf } from '../address/time-range.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { AccessContext } from '../session/access.ts';
import { type Params, reportRoute } from './report-route.ts';
import { usePolled } from './use-polled.ts';
import type { Report } from './use-report.ts';

/** How often figures that may still grow are asked again. */
const EVERY_MS = 30_000;

export interface Compared<Data> {
  report: Report<Data>;
  /** The period of the report's latest answer, or of the next one. */
  period: Span;
  /** True while nothing is asked, because the first quarter of an hour of the period is not over. */
  isTooEarly: boolean;
  /** The same figures of the period before; null without a comparison and until they are known. */
  before: Data | null;
}

/**
 * Returns the period to compare with. Null means no comparison.
 *
 * @param now milliseconds since 1970 UTC
 */
type PeriodBefore = (address: ViewAddress, now: number, access: Access) => Span | null;

/**
 * Fetches a report for the address's range, and for the period before if the address compares. Repeats both while
 * somebody looks at a range that includes now. The server knows nothing of the comparison.
 */
export function useCompared<Data extends object>(
  name: string,
  address: ViewAddress,
  params: Params = [],
  periodBefore: PeriodBefore = rangeBefore,
): Compared<Data> {
  const access = useContext(AccessContext);
  const now = Date.now();
  const live = isLive(address, now);
  const tooEarly = isTooEarly(address, now, access);
  const report = usePolled<Data>(
    tooEarly ? null : (at) => reportRoute(name, address, rangeOf(address, at, access), params),
    EVERY_MS,
    live,
  );
  const isCompared = address.compare && !tooEarly && periodBefore(address, 0, access) !== null;
  const earlier = usePolled<Data>(
    isCompared
      ? (at) => {
          const period = periodBefore(address, at, access) ?? rangeOf(address, at, access);
          return reportRoute(name, address, period, params);
        }
      : null,
    EVERY_MS,
    live && isCompared,
  );
  // The answers to an earlier question must not be compared with each other.
  const isKnown = isCompared && !report.loading && !earlier.loading && earlier.failure === null;
  // While the next answers load, the figures on the screen keep those that they were compared with.
  const [partners] = useState(() => new WeakMap<Data, Data>());
  if (isKnown && report.data && earlier.data) partners.set(report.data, earlier.data);
  const partner = report.data && partners.get(report.data);
  return {
    report,
    period: rangeOf(address, report.askedAt || now, access),
    isTooEarly: tooEarly,
    before: (isCompared && partner) || null,
  };
}
