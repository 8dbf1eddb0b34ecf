import { expect, test } from 'vitest';
import type { Signup, Store } from '../store.ts';
import { NOON, newId, newRequest, signup } from './store-contract-data.ts';
import { hand, start } from './store-contract-list.ts';

type Open = () => Store | Promise<Store>;

/** What older versions stored, an import, or a restored backup may hold: one person each. */
const SPELLINGS = [
  'max@xn--bcher-kva.example',
  'max@XN--BCHER-KVA.example',
  'MAX@bücher.example',
  'max@BÜCHER.example',
  'max@bu\u0308cher.example',
  '\u200bmax@bücher.example',
  'ｍａｘ＠bücher。example',
  'mailto:max@bücher.example',
  '<max@xn--bcher-kva.example>',
  'max@xn--bcher-kva.example,',
  'max@xn--bcher-kva.example?subject=x',
  "'max@xn--bcher-kva.example",
];
const PLAIN = 'max@bücher.example';
const OTHER = 'max@xn--bcher-kva.example';

/** The ages of the twins are in the order of the list. */
const twins = (...list: Partial<Signup>[]) =>
  list.map((one, index) => signup({ email: PLAIN, createdAt: NOON + index, ...one }));

export function addressContract(open: Open) {
  test.each(SPELLINGS)(
    'a row with the address %j is found by the plain one, and brought to it',
    async (email) => {
      const store = await open();
      const row = signup({ email });
      await store.insertSignup(row);
      expect(await store.readSignups(PLAIN)).toEqual([row]);
      expect(await store.foldAddresses()).toEqual({ changed: 1, merged: 0, held: null });
      expect(await store.readSignups(email)).toEqual([{ ...row, email: PLAIN }]);
      expect(await store.insertSignup(signup({ email: PLAIN }))).toBe('duplicate');
      expect(await store.foldAddresses()).toEqual({ changed: 0, merged: 0, held: null });
    },
  );

  test('addresses in their stored form stay, also those to which no mail is sent', async () => {
    const store = await open();
    for (const email of [PLAIN, 'jane@example.org', 'a%b@example.org', 'x@xn--a', '_a@b.example']) {
      await store.insertSignup(signup({ email }));
    }
    expect(await store.foldAddresses()).toEqual({ changed: 0, merged: 0, held: null });
    expect((await store.countRows()).signups).toBe(5);
  });

  const confirmedAt = NOON + 9;
  test.each([
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
    expect(result).toEqual({ changed, merged: rows.length - 1, held: null });
    expect(await store.readSignups(PLAIN)).toEqual([{ ...rows[index], email: PLAIN }]);
    expect(told.sort()).toEqual(rows.flatMap(({ id }) => (id === rows[index]?.id ? [] : [id])));
    expect(await store.readSignups(john.email)).toEqual([john]);
  });

  test.each([
    [null, 1, 'confirmed'],
    [confirmedAt, 0, 'already'],
  ])(
    'the message for a twin belongs to the one that stays, confirmed at %j',
    async (time, waiting, outcome) => {
      const store = await open();
      const [older, newer] = twins({ email: OTHER, confirmedAt: time }, {});
      const request = newRequest();
      if (older && newer) {
        await store.insertSignup(older);
        await store.insertSignup(newer, request);
      }
      await store.foldAddresses();
      expect((await store.mailState()).waiting).toBe(waiting);
      expect(await store.confirmSignup(request.token, NOON + 5)).toBe(outcome);
      expect((await store.readSignups(PLAIN))[0]?.confirmedAt).toBe(time ?? NOON + 5);
    },
  );

  test('what was decided about a twin and sent to it belongs to the one that stays', async () => {
    const store = await open();
    const [older, newer] = twins(
      { email: OTHER, confirmedAt, signupType: 'beta' },
      { confirmedAt, signupType: 'beta' },
    );
    if (!older || !newer) throw new Error('twins are two');
    // Each is confirmed: at that time they were two addresses.
    for (const row of [newer, older]) await store.insertSignup(row);
    await store.decide([newer.id], { decision: 'accepted', at: NOON, by: 'Ada', note: 'films' });
    const token = 'an-invitation-of-a-twin';
    await store.invite([{ id: newId(), signupId: newer.id, token, at: NOON }]);
    const invited = await hand(store);
    await store.settleMessage(invited?.id ?? '', { outcome: 'sent', at: NOON });
    const { id } = await start(store, 2);
    const first = await hand(store);
    await store.settleMessage(first?.id ?? '', { outcome: 'sent', at: NOON });
    await store.foldAddresses();
    expect(await store.readListHistory([older.id])).toMatchObject({
      decisions: [{ decision: 'accepted', decidedBy: 'Ada', note: 'films', toldAt: NOON }],
      invitations: [{ sentAt: NOON }],
      mailings: [{ mailingId: id, state: 'sent' }],
    });
    expect(await store.redeem(token, NOON)).toBe('redeemed');
    expect(await hand(store)).toBeNull();
  });

  test('many rows are changed in several steps, beside signups that arrive', async () => {
    const store = await open();
    const numbers = Array.from({ length: 250 }, (_, index) => index);
    const add = (email: string) => store.insertSignup(signup({ email }));
    for (const number of numbers) await add(`<p${number}@example.org>`);
    await Promise.all([
      store.foldAddresses(),
      ...numbers.map((number) => add(`p${number}@example.org`)),
    ]);
    await store.foldAddresses(undefined, true);
    expect((await store.countRows()).signups).toBe(250);
    expect(await store.foldAddresses()).toEqual({ changed: 0, merged: 0, held: null });
  });

  test('where more than a fifth of the signups are twins, none is merged until somebody confirms', async () => {
    const store = await open();
    for (let number = 0; number < 120; number++) {
      const name = `p${number % 95}@example.org`;
      await store.insertSignup(signup({ email: number < 95 ? name : `<${name}>` }));
    }
    const held = { rows: 120, expired: 25 };
    expect(await store.foldAddresses()).toEqual({ changed: 0, merged: 0, held });
    expect((await store.countRows()).signups).toBe(120);
    expect(await store.foldAddresses(undefined, true)).toMatchObject({ merged: 25, held: null });
  });
}
