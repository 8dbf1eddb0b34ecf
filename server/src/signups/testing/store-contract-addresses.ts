import { test as base, expect } from 'vitest';
import { hand, handAndSettle, sent, start } from '../../list/testing/store-contract-list.ts';
import type { Signup } from '../../store/store.ts';
import { NOON, newId, newRequest, signup } from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';

const PLAIN = 'max@bücher.example';
const ANN = 'ann@a.example';
/** What older versions stored, an import, or a restored backup may hold. Each is found by another part of a statement. */
const SPELLINGS = [
  ['max@xn--bcher-kva.example', PLAIN],
  ['max@XN--BCHER-KVA.example', PLAIN],
  ['MAX@bücher.example', PLAIN],
  ['max@BÜCHER.example', PLAIN],
  ['ｍａｘ＠bücher。example', PLAIN],
  ['mailto:ann@a.example', ANN],
  ['<ann@a.example', ANN],
  ['ann@a.example,', ANN],
  ['ann@a.example?subject=x', ANN],
] as const;
const OTHER = 'max@xn--bcher-kva.example';
const UNCHANGED = { changed: 0, merged: 0 };

/** The ages of the twins are in the order of the list. */
const twins = (...list: Partial<Signup>[]) =>
  list.map((one, index) => signup({ email: PLAIN, createdAt: NOON + index, ...one }));

export function addressContract(open: Open) {
  const test = testWith(open);
  test('a row with another spelling of an address is found by the plain one, and brought to it; stored forms stay', async (store) => {
    // Also those to which no mail is sent.
    const stored = ['jane@example.org', 'a%b@example.org', 'x@xn--a', '_a@b.example'];
    for (const email of stored) await store.insertSignup(signup({ email }));
    for (const [email, plain] of SPELLINGS) {
      const row = signup({ email });
      await store.insertSignup(row);
      expect(await store.readSignups(plain), email).toEqual([row]);
      expect(await store.foldAddresses(), email).toEqual({ ...UNCHANGED, changed: 1 });
      expect(await store.readSignups(email), email).toEqual([{ ...row, email: plain }]);
      expect(await store.insertSignup(signup({ email: plain })), email).toBe('duplicate');
      expect(await store.foldAddresses(), email).toEqual(UNCHANGED);
      await store.eraseSignup(row.id, NOON);
    }
    expect((await store.countRows()).signups).toBe(stored.length);
  });

  const confirmedAt = NOON + 9;
  base.each([
    ['the oldest of three', [{ email: OTHER }, {}, { email: '<max@bücher.example>' }], 0, 1],
    ['the older one, which is confirmed', [{ confirmedAt }, { email: OTHER }], 0, 0],
    ['a confirmed older one with the other spelling', [{ email: OTHER, confirmedAt }, {}], 0, 1],
    ['the newer one, if only it is confirmed', [{ email: OTHER }, { confirmedAt }], 1, 0],
    ['the older of two confirmed', [{ confirmedAt }, { email: OTHER, confirmedAt }], 0, 0],
  ])('of twins %s stays, and receivers are told of the others', async (_, list, index, changed) => {
    const store = await open();
    const rows = twins(...list);
    for (const row of rows) await store.insertSignup(row);
    const john = signup({ email: 'john@example.org' });
    await store.insertSignup(john);
    const told: string[] = [];
    const result = await store.foldAddresses(({ id }) => {
      told.push(id);
      return [];
    });
    expect(result).toEqual({ changed, merged: rows.length - 1 });
    expect(await store.readSignups(PLAIN)).toEqual([{ ...rows[index], email: PLAIN }]);
    expect(told.sort()).toEqual(rows.flatMap(({ id }) => (id === rows[index]?.id ? [] : [id])));
    expect(await store.readSignups(john.email)).toEqual([john]);
  });

  base.each([
    [null, 1, 'confirmed'],
    [confirmedAt, 0, 'already'],
  ])(
    'a message for a twin is for the one that stays, confirmed at %j',
    async (time, waiting, outcome) => {
      const store = await open();
      const [older = signup(), newer = signup()] = twins({ email: OTHER, confirmedAt: time }, {});
      const request = newRequest();
      await store.insertSignup(older);
      await store.insertSignup(newer, request);
      await store.foldAddresses();
      expect((await store.mailState()).waiting).toBe(waiting);
      expect(await store.confirmSignup(request.token, NOON + 5)).toBe(outcome);
      expect((await store.readSignups(PLAIN))[0]?.confirmedAt).toBe(time ?? NOON + 5);
    },
  );

  test('what was decided about a twin and sent to it belongs to the one that stays', async (store) => {
    // Each is confirmed: at that time they were two addresses.
    const beta = { confirmedAt, signupType: 'beta' } as const;
    const [older = signup(), newer = signup()] = twins({ email: OTHER, ...beta }, beta);
    for (const row of [newer, older]) await store.insertSignup(row);
    await store.decide([newer.id], { decision: 'accepted', at: NOON, by: 'Ada', note: 'films' });
    const token = 'an-invitation-of-a-twin';
    await store.invite([{ id: newId(), signupId: newer.id, token, at: NOON }]);
    await handAndSettle(store, sent());
    const { id } = await start(store, 2);
    await handAndSettle(store, sent());
    await store.foldAddresses();
    expect(await store.readListHistory([older.id])).toMatchObject({
      decisions: [{ decision: 'accepted', decidedBy: 'Ada', note: 'films', toldAt: NOON }],
      invitations: [{ sentAt: NOON }],
      mailings: [{ mailingId: id, state: 'sent' }],
    });
    expect(await store.redeem(token, NOON)).toBe('redeemed');
    expect(await hand(store)).toBeNull();
  });

  test('many rows are changed in several steps, beside signups that arrive', async (store) => {
    const numbers = Array.from({ length: 250 }, (_, index) => index);
    const add = (email: string) => store.insertSignup(signup({ email }));
    await Promise.all(numbers.map((number) => add(`<p${number}@example.org>`)));
    await Promise.all([
      store.foldAddresses(),
      ...numbers.map((number) => add(`p${number}@example.org`)),
    ]);
    await store.foldAddresses();
    expect((await store.countRows()).signups).toBe(250);
    expect(await store.foldAddresses()).toEqual(UNCHANGED);
  });
}
