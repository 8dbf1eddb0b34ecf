import type { EventContext, EventName } from './events.ts';
import type { ConsentText } from './page.ts';

/** The answer to `GET /api/my-data`: everything that is held under one consent id, oldest first. */
export interface MyData {
  consentId: string;
  consents: {
    /** ISO time, by the server's clock. */
    recordedAt: string;
    /** ISO time of the click, by the browser's clock. */
    decidedAt?: string;
    analytics: boolean;
    revision: number;
    source: string;
    language: string;
    textHash: string;
    gpc: boolean;
  }[];
  /** The texts of the question that those decisions name, as they were shown. */
  texts?: { hash: string; language: string; text: Partial<ConsentText> }[];
  events: {
    id: string;
    sessionId: string | null;
    name: EventName | (string & {});
    properties: Record<string, string | number>;
    context: Partial<EventContext>;
    /** ISO times: when the event happened, and when the server received it. */
    occurredAt: string;
    receivedAt: string;
  }[];
  /** How many more events exist beyond those in this answer. */
  moreEvents?: number;
}

/** The answer to `DELETE /api/my-data`. */
export interface Erasure {
  erasedEvents: number;
}
