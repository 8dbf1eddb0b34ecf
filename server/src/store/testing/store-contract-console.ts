import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/limits';
import type { StoreReader } from '../store.ts';
import { batch, grant, JANE, NOON, newRequest, scroll, signup } from './store-contract-data.ts';
import type { OpenReader } from './store-contract-events.ts';

const everyone = {
  ids: null,
  type: null,
  confirmation: null,
  state: null,
  before: null,
  limit: 50,
  offset: 0,
};
const unasked = {
  ...{ confirmation: null, refusal: null, decision: null, decidedAt: null, decidedBy: null },
  ...{ note: null, toldAt: null, invitedAt: null, redeemedAt: null },
  ...{ undeliverableAt: null, code: null, wordingHash: null },
};

/** The operations that the growth console uses. */
export function consoleContract(open: OpenReader) {
  signupRowsContract(open);

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
}

function signupRowsContract(open: OpenReader) {
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

  test('signups are found latest first, a page at a time, as they were stored', async () => {
    const { store, reader } = await open();
    expect(await reader.findSignups(everyone)).toEqual({ signups: [], total: 0 });
    const kept = signup({ youtubeChannel: '@jane', useCase: 'Films', signupType: 'beta' });
    await store.insertSignup(kept);
    for (const hour of [1, 2, 3])
      await store.insertSignup(
        signup({ email: `p${hour}@a.test`, createdAt: NOON + hour * HOUR_MS }),
      );
    expect(await emails(reader, { limit: 2 })).toEqual([['p3', 'p2'], 4]);
    expect(await emails(reader, { limit: 2, offset: 2 })).toEqual([['p1', 'jane'], 4]);
    const { signups } = await reader.findSignups({ ...everyone, limit: 2 });
    await store.insertSignup(signup({ email: 'late@a.test', createdAt: NOON + 9 * HOUR_MS }));
    expect(await emails(reader, { before: signups[1], limit: 2 })).toEqual([['p1', 'jane'], 5]);
    expect((await reader.findSignups({ ...everyone, type: 'beta' })).signups).toEqual([
      { ...kept, ...unasked },
    ]);
  });

  test('a signup says what became of its latest message, and can be found by that', async () => {
    const { store, reader } = await open();
    const asked = async (name: string) => {
      const row = signup({ email: `${name}@a.test` });
      const request = newRequest();
      await store.insertSignup(row, request);
      return { ...row, request };
    };
    await store.insertSignup(signup({ email: 'before@a.test' }));
    await asked('waiting');
    const [sent, confirmed] = [await asked('sent'), await asked('confirmed')];
    const [refused, lost, again] = [
      await asked('refused'),
      await asked('lost'),
      await asked('again'),
    ];
    await store.settleMessage(sent.request.id, { outcome: 'sent', at: NOON });
    await store.settleMessage(confirmed.request.id, {
      outcome: 'refused',
      at: NOON,
      reason: '550 no',
    });
    await store.confirmSignup(confirmed.request.token, NOON);
    await store.settleMessage(refused.request.id, {
      outcome: 'refused',
      at: NOON,
      reason: '550 no',
    });
    await store.settleMessage(lost.request.id, {
      outcome: 'given_up',
      at: NOON,
      reason: 'silence',
    });
    await store.settleMessage(again.request.id, { outcome: 'refused', at: NOON, reason: '550 no' });
    const next = newRequest({ at: NOON + 24 * HOUR_MS });
    expect(await store.askAgain({ signupId: again.id }, next)).toBe('queued');
    await store.settleMessage(next.id, { outcome: 'sent', at: next.at });
    await store.clearSettled(next.at + 25 * HOUR_MS, 100); // forgets what was sent
    const { signups } = await reader.findSignups(everyone);
    expect(
      Object.fromEntries(
        signups.map(({ email, confirmation, refusal }) => [
          email.split('@')[0],
          [confirmation, refusal],
        ]),
      ),
    ).toEqual({
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

  test('a search looks at name, address, channel and use case, and no character is a wildcard', async () => {
    const { store, reader } = await open();
    await store.insertSignup(signup({ email: 'a@x.test', name: 'Ann O’Hara' }));
    await store.insertSignup(
      signup({ email: 'b@x.test', youtubeChannel: 'youtube.com/@ann_films' }),
    );
    await store.insertSignup(signup({ email: 'c@y.test', useCase: '100% of our lectures' }));
    expect(await emails(reader, { search: 'ANN' })).toEqual([['b', 'a'], 2]);
    expect(await emails(reader, { search: 'x.test' })).toEqual([['b', 'a'], 2]);
    expect(await emails(reader, { search: '0% of' })).toEqual([['c'], 1]);
    expect(await emails(reader, { search: 'n_f' })).toEqual([['b'], 1]);
    for (const search of ['a%a', 'n_o', '\\', "'", '"']) {
      expect(await emails(reader, { search }), search).toEqual([[], 0]);
    }
    expect(await emails(reader, { search: 'ann', type: 'beta' })).toEqual([[], 0]);
  });

  test('a search in steps finds signups also without a stored text, and after it was made', async () => {
    const { store, reader } = await open();
    // foldAddresses drops the stored text of a row that it changes.
    await store.insertSignup(signup({ email: '<ANN@x.test>', name: 'Ännchen' }));
    expect(await store.foldAddresses()).toMatchObject({ changed: 1 });
    for (let index = 0; index < 300; index++)
      await store.insertSignup(signup({ email: `p${index}@x.test`, name: 'Ännchen' }));
    const search = async (after: number) => {
      const query = { ...everyone, search: 'äNN', after };
      const step = await reader.searchSignups(query);
      return { count: step.found.length, after: step.after };
    };
    for (const pass of ['before', 'after']) {
      const first = await search(0);
      expect([first.count, await search(first.after ?? 0)], pass).toEqual([
        300,
        { count: 1, after: null },
      ]);
      await store.fillSearch();
    }
  });

  test('a search ignores case in any alphabet', async () => {
    const { store, reader } = await open();
    await store.insertSignup(signup({ email: 'a@x.test', name: 'Jörg MÜLLER' }));
    await store.insertSignup(signup({ email: 'b@x.test', useCase: 'Лекции, ΣΟΦΙΑ' }));
    for (const search of ['müller', 'MÜLLER', 'JÖRG m', 'mÜLLer']) {
      expect(await emails(reader, { search }), search).toEqual([['a'], 1]);
    }
    for (const search of ['лекции', 'ЛЕКЦИИ', 'σοφια', 'ΣΟΦ']) {
      expect(await emails(reader, { search }), search).toEqual([['b'], 1]);
    }
    // A letter that becomes another letter, or two, in the other case is compared as it is.
    for (const search of ['muller', 'mu\u0308ller', 'İ', 'ß', 'ς']) {
      expect(await emails(reader, { search }), search).toEqual([[], 0]);
    }
    await store.insertSignup(signup({ email: 'c@x.test', name: 'Groß, İpek' }));
    for (const search of ['groß', 'İPEK']) {
      expect(await emails(reader, { search }), search).toEqual([['c'], 1]);
    }
  });

  test('a signup is erased once, the audit says when, and its address can sign up again', async () => {
    const { store, reader } = await open();
    const [jane, john] = [signup(), signup({ email: 'john@example.org' })];
    await store.insertSignup(jane);
    await store.insertSignup(john);
    expect(await store.eraseSignup(jane.id, NOON + 1)).toBe('erased');
    expect(await store.eraseSignup(jane.id, NOON + 2)).toBe('not_found');
    expect(await store.readAudit()).toEqual([
      { at: NOON + 1, kind: 'erase', counts: { signups: 1 } },
    ]);
    expect((await reader.findSignups(everyone)).signups).toEqual([{ ...john, ...unasked }]);
    expect(await store.insertSignup(signup())).toBe('created');
  });
}
