import { test as base, expect } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import type { SiteStore } from '../../database/site-store.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import type { Decision } from '../../store/store.ts';
import {
  batch,
  grant,
  JANE,
  JOHN,
  madeAt,
  NOON,
  newId,
  text,
} from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';

const refusal = { analytics: false };

export function consentContract(open: Open) {
  const test = testWith(open);
  base.each<[string, Partial<Decision>[], string, string]>([
    [
      'grants that were clicked before and after a refusal that left no row',
      [refusal, { decidedAt: NOON - 1 }, { decidedAt: NOON + 1 }],
      'counted superseded appended',
      'recorded',
    ],
    [
      'grants against Global Privacy Control, whose text is not checked',
      [{}, { gpc: true, revision: 7 }],
      'appended appended',
      'consent_required',
    ],
  ])('%s: decisions and events have their outcomes', async (_, decisions, outcomes, outcome) => {
    const store = await open();
    expect(await store.recordEvents(batch())).toEqual({ outcome: 'consent_required' });
    const decided = [];
    for (const change of decisions) {
      decided.push((await store.recordDecision(grant(change))).outcome);
    }
    expect(decided.join(' ')).toBe(outcomes);
    expect((await store.recordEvents(batch())).outcome).toBe(outcome);
    const { consents, events } = await readWholePerson(store, JANE, 9);
    expect(consents).toHaveLength(decided.filter((one) => one === 'appended').length);
    expect(events).toHaveLength(outcome === 'recorded' ? 1 : 0);
  });

  test('a withdrawal and events at the same moment take effect in the order of arrival', async (store) => {
    await store.recordDecision(grant());
    const [before, , after] = await Promise.all([
      store.recordEvents(batch()),
      store.recordDecision(grant(refusal)),
      store.recordEvents(batch()),
    ]);
    expect([before.outcome, after.outcome]).toEqual(['recorded', 'consent_required']);
  });

  test('a grant counts for 182 days from when it was first recorded', async (store) => {
    await store.recordDecision(grant());
    const again = await store.recordDecision(grant(madeAt(NOON + 5000)));
    expect(again).toEqual({ outcome: 'unchanged', recordedAt: NOON });
    const last = NOON + CONSENT_MS;
    const record = async (receivedAt: number) =>
      (await store.recordEvents(batch({ receivedAt }))).outcome;
    expect([await record(last), await record(last + 1)]).toEqual(['recorded', 'consent_required']);
  });
}

/** The store decides which text is in force, whatever the asking process started with. A revision has one for each language. */
export function languageContract(open: Open) {
  const test = testWith(open);
  const [english, german] = ['e'.repeat(64), 'd'.repeat(64)];
  const asked = (hash: string) => [text(english), { ...text(hash), language: 'de' }];
  const inGerman = { language: 'de', textHash: german };
  /** Jane agrees in English and John in German. */
  async function openAnswered() {
    const store = await open();
    await store.publishConsentTexts(asked(german));
    await store.recordDecision(grant({ textHash: english }));
    await store.recordDecision(grant({ ...inGerman, consentId: JOHN }));
    return store;
  }
  const isMeasured = async (store: SiteStore, consentId: string, revision?: number) => {
    const events = batch({ consentId, ...(revision && { revision }) });
    return (await store.recordEvents(events)).outcome === 'recorded';
  };
  const measured = async (store: SiteStore) => [
    await isMeasured(store, JANE),
    await isMeasured(store, JOHN),
  ];

  test('a text that changes in one language ends the grants in that language only', async () => {
    const store = await openAnswered();
    expect(await measured(store)).toEqual([true, true]);
    const published = await store.publishConsentTexts(asked('new'));
    expect(published).toMatchObject({ revision: 2, since: { en: 1, de: 2 } });
    expect(await measured(store)).toEqual([true, false]);
    // Made-up data is checked against the revision that it names.
    expect(await isMeasured(store, JOHN, 1)).toBe(true);
    // English is still the text of revision 1.
    const latest = { revision: 2, decidedAt: NOON + 1 };
    await store.recordDecision(grant({ ...latest, textHash: english }));
    const inNew = { language: 'de', textHash: 'new', consentId: JOHN };
    await store.recordDecision(grant({ ...latest, ...inNew }));
    expect(await measured(store)).toEqual([true, true]);
  });

  test('a language that is added keeps the revision, and one that is left out keeps its grants', async (store) => {
    await store.publishConsentTexts([text(english)]);
    await store.recordDecision(grant({ textHash: english }));
    const added = await store.publishConsentTexts(asked(german));
    expect(added).toMatchObject({ revision: 1, since: { en: 1, de: 1 } });
    await store.recordDecision(grant({ ...inGerman, consentId: JOHN }));
    expect((await store.publishConsentTexts([text(english)])).revision).toBe(1);
    expect(await measured(store)).toEqual([true, true]);
  });

  test('a grant to the text of another language or revision is unknown, and one to an older text permits nothing', async () => {
    const store = await openAnswered();
    await store.publishConsentTexts(asked('new'));
    const consentId = newId();
    for (const wrong of [
      { language: 'de', textHash: english },
      { language: 'ja', textHash: german },
      { ...inGerman, revision: 2 },
      { ...inGerman, revision: 3, textHash: 'new' },
      { language: 'de', textHash: 'new' },
    ]) {
      const decision = await store.recordDecision(grant({ ...wrong, consentId }));
      expect(decision).toEqual({ outcome: 'unknown_text' });
    }
    const late = await store.recordDecision(grant({ ...inGerman, consentId }));
    expect(late.outcome).toBe('appended');
    expect(await isMeasured(store, consentId)).toBe(false);
  });

  test('the revision rises when the text changes, even back to an older one; every text can be read; that of made-up visitors is never in force', async (store) => {
    const revisions = [];
    for (const hash of ['one', 'one', 'two', 'one', 'one']) {
      await store.recordDemoText(text(`demo ${hash}`));
      revisions.push((await store.publishConsentTexts([text(hash)])).revision);
    }
    expect(revisions).toEqual([1, 1, 2, 3, 3]);
    const hashes = (await store.readConsentTexts()).map(({ hash }) => hash);
    expect(hashes.sort()).toEqual(['demo one', 'one', 'two']);
  });

  test('the hosts that events went to are known, and until when', async (store) => {
    const publish = (recipient: string | null, publishedAt: number) =>
      store.publishConsentTexts([{ ...text(`to ${recipient}`), recipient, publishedAt }]);
    await store.recordDemoText({ ...text('demo'), recipient: 'demo.example' });
    await publish('eu.example', NOON);
    expect(await store.readPosthogHosts()).toEqual([]); // nothing went there yet
    const settlement = { through: 1, delivered: 1, skipped: {}, setAside: null, at: NOON };
    await store.settleDeliveries(settlement);
    expect(await store.readPosthogHosts()).toEqual([{ host: 'eu.example', until: null }]);
    await publish(null, NOON + 1);
    await publish('us.example', NOON + 2);
    await publish('eu.example', NOON + 3);
    await publish('us.example', NOON + 4);
    expect(await store.readPosthogHosts()).toEqual([
      { host: 'us.example', until: null },
      { host: 'eu.example', until: NOON + 4 },
    ]);
  });
}
