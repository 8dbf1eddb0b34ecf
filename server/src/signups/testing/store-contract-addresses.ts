import { expect } from 'vitest';
import { NOON, signup } from '../../store/testing/store-contract-data.ts';
import { type Open, testWith } from '../../store/testing/test-with.ts';

const PLAIN = 'max@bücher.example';
const ANN = 'ann@a.example';
/** What an import may hold. Each is found by another part of a statement. */
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

export function addressContract(open: Open) {
  const test = testWith(open);
  test('a row with another spelling of an address is found by the plain one', async (store) => {
    for (const [email, plain] of SPELLINGS) {
      const row = signup({ email });
      await store.insertSignup(row);
      expect(await store.readSignups(plain), email).toEqual([row]);
      await store.eraseSignup(row.id, NOON);
    }
  });
}
