import type { Counter } from '../../counters.ts';

/** Events per client address and minute, and per consent id and hour; each request may hold many. */
export const EVENT_BUDGETS = { address: 20_000, visitor: 5_000 } as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The hour of a visitor may last longer, but nobody is told to wait for more than a minute. */
const MAX_RETRY_SECONDS = 60;

/** Seconds after which a sender may come again; 0 when its events are within the budget, and counted. */
export type RetrySeconds = number;

/** Limits what one sender can make the server write, whatever the number of its requests. */
export interface EventBudget {
  /** @param client a hash of the address */
  takeOfAddress(client: string, events: number): RetrySeconds;
  takeOfVisitor(consentId: string, events: number): RetrySeconds;
  /**
   * Counts events less again of which nothing was kept. Without consent: made-up ids must not push real ones out of the
   * count. When the store refuses: the same events come again.
   */
  giveBackToVisitor(consentId: string, events: number): void;
}

export interface EventBudgetDeps {
  counter(limit: number, windowMs: number): Counter;
  /** Told of each refusal. */
  onRefused(budget: keyof typeof EVENT_BUDGETS): void;
  /** RATE_LIMITS=off counts nothing. */
  enabled: boolean;
}

export function createEventBudget({ counter, onRefused, enabled }: EventBudgetDeps): EventBudget {
  if (!enabled) {
    return { takeOfAddress: () => 0, takeOfVisitor: () => 0, giveBackToVisitor: () => {} };
  }
  const addresses = counter(EVENT_BUDGETS.address, MINUTE_MS);
  const visitors = counter(EVENT_BUDGETS.visitor, HOUR_MS);
  const limited = (budget: keyof typeof EVENT_BUDGETS, seconds: number) => {
    if (seconds > 0) onRefused(budget);
    return Math.min(seconds, MAX_RETRY_SECONDS);
  };
  return {
    takeOfAddress: (client, events) => limited('address', addresses.take(client, events)),
    takeOfVisitor: (id, events) => limited('visitor', visitors.take(id, events)),
    giveBackToVisitor: visitors.giveBack,
  };
}
