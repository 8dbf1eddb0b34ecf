import { expect, test } from 'vitest';
import { CONSENT_MS } from '#shared/limits';
import { readWholePerson } from '../read-whole-person.ts';
import type { Decision, Store } from '../store.ts';
import { batch, grant, JANE, JOHN, NOON, newId, text } from './store-contract-data.ts';

type Open = () => Store | Promise<Store>;

export function consentContract(open: Open) {
  test('a grant permits events, a withdrawal stops them', async () => {
    const store = await open();
    expect(await store.recordEvents(batch())).toEqual({ outcome: 'consent_required' });
    expect((await store.recordDecision(grant())).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    const withdrawal = grant({ analytics: false, decidedAt: NOON + 1, recordedAt: NOON + 1 });
    expect((await store.recordDecision(withdrawal)).outcome).toBe('appended');
    expect(await store.recordEvents(batch())).toEqual({ outcome: 'consent_required' });
    expect((await readWholePerson(store, JANE, 9)).events).toHaveLength(1);
  });

  test('a withdrawal and events at the same moment take effect in the order of arrival', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const withdrawal = grant({ analytics: false });
    const [before, , after] = await Promise.all([
      store.recordEvents(batch()),
      store.recordDecision(withdrawal),
      store.recordEvents(batch()),
    ]);
    expect([before.outcome, after.outcome]).toEqual(['recorded', 'consent_required']);
  });

  test('a repeated decision is unchanged and keeps its time', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const again = grant({ decidedAt: NOON + 5000, recordedAt: NOON + 5000 });
    expect(await store.recordDecision(again)).toEqual({ outcome: 'unchanged', recordedAt: NOON });
  });

  test('a grant that was clicked before the refusal on record is superseded', async () => {
    const store = await open();
    await store.recordDecision(grant({ decidedAt: NOON - 9000 }));
    await store.recordDecision(grant({ analytics: false }));
    const late = grant({ decidedAt: NOON - 1, recordedAt: NOON + 9000 });
    expect((await store.recordDecision(late)).outcome).toBe('superseded');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('refusals without a grant are counted', async () => {
    const store = await open();
    const refusal = { analytics: false } as const;
    expect((await store.recordDecision(grant({ ...refusal, consentId: null }))).outcome).toBe(
      'counted',
    );
    expect((await store.recordDecision(grant(refusal))).outcome).toBe('counted');
  });

  test('a grant clicked before a refusal that left no row is superseded', async () => {
    const store = await open();
    await store.recordDecision(grant({ analytics: false }));
    const [late, later] = [NOON - 1, NOON + 1];
    expect((await store.recordDecision(grant({ decidedAt: late }))).outcome).toBe('superseded');
    expect((await store.recordDecision(grant({ decidedAt: later }))).outcome).toBe('appended');
  });

  test('a grant against Global Privacy Control is on record and permits nothing', async () => {
    const store = await open();
    expect((await store.recordDecision(grant({ gpc: true }))).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('a grant counts for 182 days, and can be renewed', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const last = NOON + CONSENT_MS;
    const at = (receivedAt: number) => store.recordEvents(batch({ receivedAt }));
    expect((await at(last)).outcome).toBe('recorded');
    expect((await at(last + 1)).outcome).toBe('consent_required');
    const anew = grant({ decidedAt: last + 1, recordedAt: last + 1 });
    expect((await store.recordDecision(anew)).outcome).toBe('appended');
    expect((await at(last + 1)).outcome).toBe('recorded');
  });
}

/** The store decides which revision is in force, whatever the asking process started with. */
export function revisionContract(open: Open) {
  test('a grant permits events until the moment that a newer revision is published', async () => {
    const store = await open();
    await store.recordDecision(grant());
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
    await store.publishConsentTexts([text('two')]);
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
    const anew = { revision: 2, textHash: 'two', decidedAt: NOON + 1 };
    expect((await store.recordDecision(grant(anew))).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('recorded');
  });

  test('made-up data is checked against the revision that it names', async () => {
    const store = await open();
    await store.recordDecision(grant());
    await store.publishConsentTexts([text('two')]);
    expect((await store.recordEvents(batch({ revision: 1 }))).outcome).toBe('recorded');
  });

  test('a grant to an older published text is on record and permits nothing', async () => {
    const store = await open();
    await store.publishConsentTexts([text('two')]);
    expect((await store.recordDecision(grant())).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test.each<[string, Partial<Decision>]>([
    ['a revision that no text has', { revision: 2 }],
    ['a hash that no text has', { textHash: 'b'.repeat(64) }],
    ['the hash of another revision', { textHash: 'two' }],
  ])('a grant to %s is told so and leaves nothing', async (_, change) => {
    const store = await open();
    if (change.textHash === 'two') await store.publishConsentTexts([text('two')]);
    expect(await store.recordDecision(grant(change))).toEqual({ outcome: 'unknown_text' });
    expect((await readWholePerson(store, JANE, 1)).consents).toEqual([]);
    expect((await store.recordDecision(grant())).outcome).toBe('appended');
  });

  test('a withdrawal is recorded whatever text it names, even an unknown one', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const withdrawal = { analytics: false, revision: 2_147_483_647, textHash: 'unknown' };
    expect((await store.recordDecision(grant(withdrawal))).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });

  test('a grant against Global Privacy Control agrees to nothing, so its text is not checked', async () => {
    const store = await open();
    await store.recordDecision(grant());
    const against = grant({ gpc: true, revision: 7 });
    expect((await store.recordDecision(against)).outcome).toBe('appended');
    expect((await store.recordEvents(batch())).outcome).toBe('consent_required');
  });
}

export function textContract(open: Open) {
  test('the revision starts at 1 and rises when the text changes, even back to an older one', async () => {
    const store = await open();
    const revisions = [];
    for (const hash of ['one', 'one', 'two', 'one']) {
      revisions.push((await store.publishConsentTexts([text(hash)])).revision);
    }
    expect(revisions).toEqual([1, 1, 2, 3]);
  });
}

/** A revision has a text for each language. */
export function languageContract(open: Open) {
  const [english, german] = ['e'.repeat(64), 'd'.repeat(64)];
  const asked = (hash: string, recipient: string | null = null) => [
    { ...text(english), recipient },
    { ...text(hash), recipient, language: 'de' },
  ];
  const inGerman = { language: 'de', textHash: german };
  /** Jane agrees in English and John in German. */
  async function openAnswered() {
    const store = await open();
    await store.publishConsentTexts(asked(german));
    await store.recordDecision(grant({ textHash: english }));
    await store.recordDecision(grant({ ...inGerman, consentId: JOHN }));
    return store;
  }
  const measured = async (store: Store) => {
    const outcomes = [];
    for (const consentId of [JANE, JOHN]) {
      outcomes.push((await store.recordEvents(batch({ consentId }))).outcome === 'recorded');
    }
    return outcomes;
  };

  test('a text that changes in one language ends the grants in that language only', async () => {
    const store = await openAnswered();
    expect(await measured(store)).toEqual([true, true]);
    const published = await store.publishConsentTexts(asked('new'));
    expect(published).toMatchObject({ revision: 2, since: { en: 1, de: 2 } });
    expect(await measured(store)).toEqual([true, false]);
    // English is still the text of revision 1.
    const latest = { revision: 2, decidedAt: NOON + 1 };
    const again = [
      grant({ ...latest, textHash: english }),
      grant({ ...latest, language: 'de', textHash: 'new', consentId: JOHN }),
    ];
    for (const decision of again) await store.recordDecision(decision);
    expect(await measured(store)).toEqual([true, true]);
  });

  test('another recipient changes every text and ends all grants', async () => {
    const store = await openAnswered();
    const texts = asked('new', 'eu.i.posthog.com').map((one) => ({ ...one, hash: `${one.hash}!` }));
    expect(await store.publishConsentTexts(texts)).toMatchObject({ since: { en: 2, de: 2 } });
    expect(await measured(store)).toEqual([false, false]);
  });

  test('a language that is added keeps the revision, and one that is left out keeps its grants', async () => {
    const store = await open();
    await store.publishConsentTexts([text(english)]);
    await store.recordDecision(grant({ textHash: english }));
    const added = await store.publishConsentTexts(asked(german));
    expect(added).toMatchObject({ revision: 1, since: { en: 1, de: 1 } });
    await store.recordDecision(grant({ ...inGerman, consentId: JOHN }));
    expect((await store.publishConsentTexts([text(english)])).revision).toBe(1);
    expect(await measured(store)).toEqual([true, true]);
  });

  test('a grant to the text of another language, or to one that was replaced, is unknown', async () => {
    const store = await openAnswered();
    await store.publishConsentTexts(asked('new'));
    for (const wrong of [
      { language: 'de', textHash: english },
      { language: 'ja', textHash: german },
      { ...inGerman, revision: 2 },
      { ...inGerman, revision: 3, textHash: 'new' },
    ]) {
      const decision = grant({ ...wrong, consentId: newId() });
      expect(await store.recordDecision(decision)).toEqual({ outcome: 'unknown_text' });
    }
    const late = grant({ ...inGerman, consentId: newId() });
    expect((await store.recordDecision(late)).outcome).toBe('appended');
  });

  test('every text that was ever published can be read', async () => {
    const store = await openAnswered();
    for (const hash of ['new', german]) await store.publishConsentTexts(asked(hash));
    const texts = await store.readConsentTexts();
    expect(texts.map(({ hash }) => hash).sort()).toEqual([german, english, 'new'].sort());
  });
}

export function demoContract(open: Open) {
  test('the text of made-up visitors is on record beside the published ones, and never in force', async () => {
    const store = await open();
    for (const hash of ['demo', 'another']) await store.recordDemoText(text(hash));
    const publish = async (hash: string) =>
      (await store.publishConsentTexts([text(hash)])).revision;
    expect(await publish('one')).toBe(1);
    await store.recordDemoText(text('demo'));
    expect([await publish('one'), await publish('two')]).toEqual([1, 2]);
  });
}
