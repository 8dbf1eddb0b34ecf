import type { PublishedText } from '../../consent/consent-texts.sql.ts';
import type { SiteStore } from '../../database/site-store.ts';
import type { ConfirmationRequest } from '../mail-store.ts';
import type {
  Decision,
  Delivery,
  DeliveryRule,
  ErasureRequest,
  EventBatch,
  LaunchAnswer,
  Signup,
} from '../store.ts';

export const NOON = Date.UTC(2026, 2, 14, 12);
export const JANE = '0195a000-0000-7000-8000-00000000000a';
export const JOHN = '0195a000-0000-7000-8000-00000000000b';

/** The revision of the text that everybody agrees to unless a test says otherwise. */
export const TEXT_HASH = 'a'.repeat(64);

export const RECIPIENT = 'eu.i.posthog.com';
export const rule: DeliveryRule = { recipient: RECIPIENT, now: NOON + 2000 };

let lastId = 0;
export const newId = () => `0195a000-0000-7000-8000-${String(++lastId).padStart(12, '0')}`;

export const signup = (change: Partial<Signup> = {}): Signup => ({
  id: newId(),
  name: 'Jane',
  email: 'jane@example.org',
  youtubeChannel: null,
  useCase: null,
  signupType: 'notifyme',
  createdAt: NOON,
  language: null,
  confirmedAt: null,
  ...change,
});

/** What people answer who confirm a signup of a kind, and agree. */
export const agreed = (kind: Signup['signupType'] = 'notifyme'): LaunchAnswer => ({
  shown: { hash: `hash-of-${kind}`, language: 'en', kind, text: `We write once, for ${kind}.` },
  agreed: true,
});

let lastRequest = 0;

/** A message that asks for a confirmation, with secrets of its own. */
export function newRequest(change: Partial<ConfirmationRequest> = {}): ConfirmationRequest {
  lastRequest += 1;
  const code = String(lastRequest).padStart(6, '0');
  return {
    id: newId(),
    token: `a-token-of-such${code.padStart(7, '-')}`,
    code,
    at: NOON,
    dueAt: change.at ?? NOON,
    priority: 0,
    ...change,
  };
}

/** Records that the message with this id was sent. */
export const markSent = (store: SiteStore, id = '', at = NOON) =>
  store.settleMessage(id, { outcome: 'sent', at });

export const grant = (change: Partial<Decision> = {}): Decision => ({
  id: newId(),
  consentId: JANE,
  revision: 1,
  analytics: true,
  source: 'banner',
  language: 'en',
  textHash: TEXT_HASH,
  gpc: false,
  decidedAt: NOON,
  recordedAt: NOON,
  ...change,
});

/** The times of a decision that arrives as soon as it is made. */
export const madeAt = (time: number) => ({ decidedAt: time, recordedAt: time });

/** The erasure of what is stored under Jane's id. */
export const erasure = (change: Partial<ErasureRequest> = {}): ErasureRequest => ({
  ...{ id: newId(), consentId: JANE, gpc: false, at: NOON + 1500 },
  ...change,
});

/** Records a grant of revision 1, at noon. */
export const grantConsent = (store: Pick<SiteStore, 'recordDecision'>, consentId = JANE) =>
  store.recordDecision(grant({ consentId }));

export const batch = (change: Partial<EventBatch> = {}): EventBatch => ({
  consentId: JANE,
  sessionId: newId(),
  context: {
    ...{ path: '/', referrerHost: null, viewport: 'small', language: 'en' },
    ...{ utmSource: 'news', utmMedium: null, utmCampaign: null, utmTerm: null, utmContent: null },
  },
  receivedAt: NOON + 1000,
  events: [scroll(25)],
  ...change,
});

export const scroll = (percent: number, occurredAt = NOON, id = newId()) => ({
  id,
  name: 'scroll',
  properties: { percent_scrolled: percent },
  occurredAt,
});

export const text = (hash = TEXT_HASH): PublishedText => ({
  hash,
  language: 'en',
  recipient: null,
  text: '{}',
  publishedAt: NOON,
});

/** Takes deliveries when no other process delivers. */
export async function takeDeliveries(
  store: SiteStore,
  limit: number,
  rule: DeliveryRule,
): Promise<Delivery[]> {
  const deliveries = await store.takeDeliveries(limit, rule);
  if (deliveries === 'elsewhere') throw new Error('another process delivers');
  return deliveries;
}
