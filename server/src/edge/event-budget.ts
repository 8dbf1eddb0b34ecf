import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import type { Counter } from './counters.ts';

/** Events per minute for a client address, and per hour for a consent id. A request may hold many events. */
export const EVENT_BUDGETS = { address: 20_000, visitor: 5_000 } as const;

/** A visitor's hour may last longer, but nobody is told to wait for more than a minute. */
const MAX_RETRY_SECONDS = 60;

/** Seconds after which a sender may try again; 0 when its events are within the budget and counted. */
export type RetrySeconds = number;

/** Limits how much one sender can make the server write, however many requests it sends. */
export interface EventBudget {
  /** @param client a hash of the address */
  takeOfAddress(client: string, events: number): RetrySeconds;
  takeOfVisitor(consentId: string, events: number): RetrySeconds;
  /**
   * Subtracts events of which nothing was kept. Without consent: made-up ids must not evict real ones from the count.
   * When the store refuses: the same events are sent again.
   */
  giveBackToVisitor(consentId: string, events: number): void;
}

export interface EventBudgetDeps {
  counter(limit: number, windowMs: number): Counter;
  /** Called for each refusal. */
  onRefused(budget: keyof typeof EVENT_BUDGETS): void;
  /** False with RATE_LIMITS=off: nothing is counted. */
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
