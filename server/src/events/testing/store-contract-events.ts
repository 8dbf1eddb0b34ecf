import type { SiteStore } from '../../database/site-store.ts';
import type { StoredContext } from '../../store/event-context.ts';
import type { StoreReader } from '../../store/store.ts';
import { batch, grant, newId, text } from '../../store/testing/store-contract-data.ts';

export const MARCH = Date.UTC(2026, 2, 1);
export const always = { from: null, to: null };
export type OpenReader = () => Promise<{
  store: SiteStore;
  reader: StoreReader;
  /** Changes the database as another program would. */
  change: (sql: string) => unknown;
}>;

export interface PersonEvent extends Partial<StoredContext> {
  person: string;
  event: string;
  /** ISO time, or milliseconds since 1970 UTC. */
  at: string | number;
  receivedAt?: number;
  properties?: Record<string, unknown>;
}

/** Stores the events in this order, each for a person who agreed. */
export async function recordAll(store: SiteStore, events: readonly PersonEvent[]): Promise<void> {
  await store.publishConsentTexts([text()]);
  const people = new Set(events.map(({ person }) => person));
  await Promise.all(Array.from(people, (consentId) => store.recordDecision(grant({ consentId }))));
  const recorded = events.map(({ person, event, at, receivedAt, properties = {}, ...context }) => {
    const nothing = {
      ...{ utmSource: null, utmMedium: null, utmCampaign: null, utmContent: null },
      ...{ viewport: null, referrerHost: null },
    };
    const occurredAt = new Date(at).getTime();
    return store.recordEvents(
      batch({
        consentId: person,
        ...(receivedAt !== undefined && { receivedAt }),
        context: { ...batch().context, ...nothing, ...context },
        events: [{ id: newId(), name: event, properties, occurredAt }],
      }),
    );
  });
  await Promise.all(recorded);
}

/** @param at milliseconds after the beginning of March */
export const did = (person: string, event: string, at: number, more: object = {}): PersonEvent => ({
  person,
  event,
  at: MARCH + at,
  ...more,
});
