import type { Erasure, MyData } from '#shared/my-data';
import type { ConsentTextStore, PublishedText } from '../consent/consent-texts.sql.ts';
import { withIsoTimes } from '../lib/iso-times.ts';
import type { World } from '../lib/world.ts';
import type { Deletions } from '../posthog/delivery/deletion.ts';
import type { StoredContext } from '../store/event-context.ts';
import type {
  ConsentRecord,
  PersonRecord,
  Store,
  StoredEvent,
  WholePerson,
} from '../store/store.ts';

/** GDPR articles 15 and 17 for one visitor: everything stored under this browser's consent id. */
export type MyDataService = ReturnType<typeof createMyData>;

export interface MyDataDeps extends Pick<World, 'now' | 'newId'> {
  store: Pick<Store & ConsentTextStore, 'readPerson' | 'erasePerson' | 'readConsentTexts'>;
  deletions: Pick<Deletions, 'ask' | 'wake'>;
}

/** More events than anybody causes in 182 days; about 5 MB of JSON. */
const MAX_EVENTS = 10_000;

export function createMyData({ store, deletions, now, newId }: MyDataDeps) {
  return {
    /** Returns {@link MyData} as JSON text in pieces: the whole text may have 5 MB. */
    async read(consentId: string) {
      const person = await store.readPerson(consentId, MAX_EVENTS);
      return toJson(consentId, person, await store.readConsentTexts());
    },
    /** @param gpc whether the request had `Sec-GPC: 1` */
    async erase(consentId: string, gpc: boolean): Promise<Erasure> {
      const request = { id: newId(), consentId, gpc, at: now() };
      const notices = deletions.ask(consentId);
      const erasedEvents = await store.erasePerson({ ...request, notices });
      deletions.wake();
      return { erasedEvents };
    },
  };
}

async function* toJson(
  consentId: string,
  { consents, events, moreEvents }: PersonRecord,
  texts: readonly PublishedText[],
) {
  const named = new Set<string>();
  const noteText = (consent: ConsentRecord) => {
    named.add(consent.textHash);
    return describeConsent(consent);
  };
  yield `{"consentId":${JSON.stringify(consentId)},"consents":[`;
  yield* listItems(consents, noteText);
  const shown = texts.filter(({ hash }) => named.has(hash));
  yield shown.length > 0 ? `],"texts":${JSON.stringify(shown.map(describeText))}` : ']';
  yield ',"events":[';
  yield* listItems(events, describeEvent);
  yield moreEvents > 0 ? `],"moreEvents":${moreEvents}}` : ']}';
}

/** Writes the items of a JSON array, a page at a time. */
async function* listItems<Item>(
  pages: AsyncIterable<readonly Item[]>,
  describe: (item: Item) => object,
) {
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((item) => JSON.stringify(describe(item))).join(',');
    separator = ',';
  }
}

/** Returns the stored data in the form shown to the person. */
export const describePerson = (
  consentId: string,
  { consents, events, moreEvents }: WholePerson,
): MyData => ({
  consentId,
  consents: consents.map(describeConsent),
  events: events.map(describeEvent),
  ...(moreEvents > 0 && { moreEvents }),
});

const describeConsent = ({ decidedAt, recordedAt, ...record }: ConsentRecord) => ({
  ...withIsoTimes({ recordedAt, ...(decidedAt !== null && { decidedAt }) }),
  ...record,
});

export const describeText = ({ hash, language, text }: PublishedText) => ({
  hash,
  language,
  text: JSON.parse(text),
});

const describeEvent = ({ consentId: _, context, ...event }: StoredEvent) =>
  ({ ...withIsoTimes(event), context: describeContext(context) }) as MyData['events'][number];

/** Returns the context as it was sent: null fields were not sent. */
function describeContext(context: StoredContext) {
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent, ...others } = context;
  const utm = present({
    source: utmSource,
    medium: utmMedium,
    campaign: utmCampaign,
    term: utmTerm,
    content: utmContent,
  });
  return present({ ...others, utm: Object.keys(utm).length > 0 ? utm : null });
}

const present = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
