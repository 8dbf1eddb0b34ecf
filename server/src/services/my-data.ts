import type { EventContext } from '#shared/events';
import type { Erasure, MyData } from '#shared/my-data';
import type {
  ConsentRecord,
  PersonRecord,
  Store,
  StoredContext,
  StoredEvent,
} from '../store/store.ts';

/** GDPR articles 15 and 17, for one visitor: what is held under the id of this browser's consent. */
export interface MyDataService {
  read(consentId: string): Promise<MyData>;
  /** @param gpc whether the request bore `Sec-GPC: 1` */
  erase(consentId: string, gpc: boolean): Promise<Erasure>;
}

export interface MyDataDeps {
  store: Pick<Store, 'readPerson' | 'erasePerson'>;
  now(): number;
  newId(): string;
}

/** More than anybody does in 182 days; about 5 MB of JSON. */
const MAX_EVENTS = 10_000;

export function createMyData({ store, now, newId }: MyDataDeps): MyDataService {
  return {
    async read(consentId) {
      return describePerson(consentId, await store.readPerson(consentId, MAX_EVENTS));
    },
    async erase(consentId, gpc) {
      return {
        erasedEvents: await store.erasePerson({ id: newId(), consentId, gpc, at: now() }),
      };
    },
  };
}

/** What is held, as it is told to the person. */
export const describePerson = (
  consentId: string,
  { consents, events, moreEvents }: PersonRecord,
): MyData => ({
  consentId,
  consents: consents.map(describeConsent),
  events: events.map(describeEvent),
  ...(moreEvents > 0 && { moreEvents }),
});

const iso = (time: number) => new Date(time).toISOString();

const describeConsent = ({ decidedAt, recordedAt, ...record }: ConsentRecord) => ({
  recordedAt: iso(recordedAt),
  ...(decidedAt !== null && { decidedAt: iso(decidedAt) }),
  ...record,
});

const describeEvent = (event: StoredEvent): MyData['events'][number] => ({
  id: event.id,
  sessionId: event.sessionId,
  name: event.name,
  properties: event.properties as MyData['events'][number]['properties'],
  context: describeContext(event.context),
  occurredAt: iso(event.occurredAt),
  receivedAt: iso(event.receivedAt),
});

/** As it was sent: what is null was not. */
function describeContext(context: StoredContext): MyData['events'][number]['context'] {
  const { path, referrerHost, viewport } = context;
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = context;
  const utm = present({
    source: utmSource,
    medium: utmMedium,
    campaign: utmCampaign,
    term: utmTerm,
    content: utmContent,
  });
  return present({
    path,
    referrerHost,
    utm: Object.keys(utm).length > 0 ? utm : null,
    viewport: viewport as EventContext['viewport'] | null,
  });
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<T>;
