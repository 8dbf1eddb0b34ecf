import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import type { OpenReader } from '../../events/testing/store-contract-events.ts';
import { accept, join } from '../../list/testing/store-contract-list.ts';
import type { StoreReader } from '../../store/store.ts';
import {
  batch,
  grant,
  JANE,
  markSent,
  NOON,
  newRequest,
  scroll,
  signup,
} from '../../store/testing/store-contract-data.ts';

const everyone = {
  ...{ ids: null, type: null, confirmation: null, state: null, before: null },
  ...{ limit: 50, offset: 0 },
};
const unasked = {
  ...{ confirmation: null, refusal: null, decision: null, decidedAt: null, decidedBy: null },
  ...{ note: null, toldAt: null, invitedAt: null, redeemedAt: null },
  ...{ undeliverableAt: null, complainedAt: null, code: null, wordingHash: null },
  ...{ launchAgreedAt: null, launchDeclinedAt: null, launchText: null, restrictedAt: null },
};

const emails = async (
  reader: StoreReader,
  { search, ...query }: Record<string, unknown> & { search?: string },
) => {
  if (search !== undefined) {
    const { found } = await reader.searchSignups({ ...everyone, search, after: 0, ...query });
    query = { ids: found.map(({ id }) => id) };
  }
  const { signups, total } = await reader.findSignups({ ...everyone, ...query });
  return [signups.map(({ email }) => email.split('@')[0]), total];
};

/** The operations that the growth console uses. */
export function consoleContract(open: OpenReader) {
  test('the latest events are those that arrived last, whenever they occurred', async () => {
    const { store, reader } = await open();
    expect(await reader.latestEvents({ limit: 2 })).toEqual([]);
    await store.recordDecision(grant());
    const events = [scroll(25, NOON + 9), scroll(50, NOON + 5), scroll(75, NOON + 1)];
    await store.recordEvents(batch({ events }));
    const latest = await reader.latestEvents({ limit: 2 });
    expect(latest).toMatchObject([
      { ...events[2], consentId: JANE, context: { utmSource: 'news' } },
      events[1] ?? {},
    ]);
    expect(latest[0]?.seq).toBeGreaterThan(latest[1]?.seq ?? 0);
    const receivedAt = NOON + 5000;
    await store.recordEvents(batch({ receivedAt, events: [scroll(100)] }));
    const [last] = await reader.latestEvents({ limit: 1, receivedBefore: receivedAt + 1 });
    expect(last?.receivedAt).toBe(receivedAt);
    expect(await reader.latestEvents({ limit: 2, receivedBefore: receivedAt })).toEqual(latest);
  });

  test('signups are found latest first, a page at a time, as they were stored', async () => {
    const { store, reader } = await open();
    expect(await reader.findSignups(everyone)).toEqual({ signups: [], total: 0 });
    const kept = signup({ youtubeChannel: '@jane', useCase: 'Films', signupType: 'beta' });
    await store.insertSignup(kept);
    const add = (name: string, hour: number) =>
      store.insertSignup(signup({ email: `${name}@a.test`, createdAt: NOON + hour * HOUR_MS }));
    for (const hour of [1, 2, 3]) await add(`p${hour}`, hour);
    expect(await emails(reader, { limit: 2 })).toEqual([['p3', 'p2'], 4]);
    expect(await emails(reader, { limit: 2, offset: 2 })).toEqual([['p1', 'jane'], 4]);
    expect(await emails(reader, { isOldestFirst: true, limit: 2 })).toEqual([['jane', 'p1'], 4]);
    const { signups } = await reader.findSignups({ ...everyone, limit: 2 });
    await add('late', 9);
    expect(await emails(reader, { before: signups[1], limit: 2 })).toEqual([['p1', 'jane'], 5]);
    const found = await reader.findSignups({ ...everyone, type: 'beta' });
    expect(found.signups).toEqual([{ ...kept, ...unasked }]);
  });

  test('an applicant has a code once accepted, behind the link and in the list for the shop', async () => {
    const { store, reader } = await open();
    const applicant = await join(store, 'jane@a.test');
    await join(store, 'john@a.test', 'notifyme');
    const codes = async () => {
      const { signups } = await reader.findSignups({ ...everyone, type: 'beta' });
      const linked = await store.readLinked(applicant.token, NOON);
      return [Object(linked).code, signups[0]?.code];
    };
    expect(await codes()).toEqual([undefined, null]);
    await store.decide([applicant.id], { ...accept, decision: 'declined' });
    expect(await codes()).toEqual([undefined, null]);
    await store.decide([applicant.id], accept);
    const [code, listed] = await codes();
    expect([code, listed]).toEqual([expect.stringMatching(/^\w{10}$/), code]);
    const { signups } = await reader.findSignups({ ...everyone, type: 'notifyme' });
    expect(signups).toMatchObject([{ code: expect.stringMatching(/^\w{10}$/) }]);
  });

  test('a signup says what became of its latest message, and can be found by that', async () => {
    const { store, reader } = await open();
    const asked = async (name: string) => {
      const [row, request] = [signup({ email: `${name}@a.test` }), newRequest()];
      await store.insertSignup(row, request);
      return { signupId: row.id, ...request };
    };
    const setAside = (id: string, outcome: 'refused' | 'given_up', reason: string) =>
      store.settleMessage(id, { outcome, at: NOON, reason });
    await store.insertSignup(signup({ email: 'before@a.test' }));
    await asked('waiting');
    await markSent(store, (await asked('sent')).id);
    const confirmed = await asked('confirmed');
    await setAside(confirmed.id, 'refused', '550 no');
    await store.confirmSignup(confirmed.token, NOON);
    await setAside((await asked('refused')).id, 'refused', '550 no');
    await setAside((await asked('lost')).id, 'given_up', 'silence');
    const again = await asked('again');
    await setAside(again.id, 'refused', '550 no');
    const next = newRequest({ at: NOON + 24 * HOUR_MS });
    expect(await store.askAgain({ signupId: again.signupId }, next)).toBe('queued');
    await markSent(store, next.id, next.at);
    await store.clearSettled(next.at + 25 * HOUR_MS); // forgets what was sent
    const { signups } = await reader.findSignups(everyone);
    const states = signups.map(({ email, confirmation, refusal }) => [
      email.split('@')[0],
      [confirmation, refusal],
    ]);
    expect(Object.fromEntries(states)).toEqual({
      before: [null, null],
      waiting: ['waiting', null],
      sent: ['waiting', null],
      confirmed: ['confirmed', null],
      refused: ['refused', '550 no'],
      lost: ['refused', 'silence'],
      again: ['waiting', null],
    });
    const found = async (confirmation: string) => {
      const [names, total] = await emails(reader, { confirmation });
      return [(names as string[]).toSorted(), total];
    };
    expect(await found('waiting')).toEqual([['again', 'sent', 'waiting'], 3]);
    expect(await found('refused')).toEqual([['lost', 'refused'], 2]);
    expect(await found('confirmed')).toEqual([['confirmed'], 1]);
  });

  test('a search looks at name, address, channel and use case, ignores case in any alphabet, and no character is a wildcard', async () => {
    const { store, reader } = await open();
    await store.insertSignup(signup({ email: 'a@x.test', name: 'Ann O’Hara' }));
    await store.insertSignup(signup({ email: 'b@x.test', youtubeChannel: 'you.tube/@ann_films' }));
    await store.insertSignup(signup({ email: 'c@y.test', useCase: '100% of our lectures' }));
    await store.insertSignup(signup({ email: 'd@y.test', name: 'Jörg MÜLLER' }));
    await store.insertSignup(signup({ email: 'e@y.test', useCase: 'Лекции, ΣΟΦΙΑ' }));
    await store.insertSignup(signup({ email: 'f@y.test', name: 'Groß, İpek' }));
    for (const [search = '', ...found] of [
      ['ANN', 'b', 'a'],
      ['x.test', 'b', 'a'],
      ['0% of', 'c'],
      ['n_f', 'b'],
      ...['müller', 'MÜLLER', 'JÖRG m', 'mÜLLer'].map((search) => [search, 'd']),
      ...['лекции', 'ЛЕКЦИИ', 'σοφια', 'ΣΟΦ'].map((search) => [search, 'e']),
      ...['groß', 'İPEK'].map((search) => [search, 'f']),
      // A letter that becomes another letter, or two, in the other case is compared as it is.
      ...['muller', 'mu\u0308ller', 'ς', 'gross', 'ipek'].map((search) => [search]),
      ...['a%a', 'n_o', '\\', "'", '"', 'müllerd@y'].map((search) => [search]),
    ]) {
      expect(await emails(reader, { search }), search).toEqual([found, found.length]);
    }
    expect(await emails(reader, { search: 'ann', type: 'beta' })).toEqual([[], 0]);
  });

  test('a search in steps finds all signups', async () => {
    const { store, reader } = await open();
    for (let index = 0; index < 301; index++)
      await store.insertSignup(signup({ email: `p${index}@x.test`, name: 'Ännchen' }));
    const search = async (after = 0) => {
      const step = await reader.searchSignups({ ...everyone, search: 'äNN', after });
      return { count: step.found.length, after: step.after };
    };
    const first = await search();
    const last = await search(first.after ?? 0);
    expect([first.count, last]).toEqual([300, { count: 1, after: null }]);
  });
}
