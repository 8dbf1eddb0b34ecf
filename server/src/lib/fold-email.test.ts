import { expect, test } from 'vitest';
import { foldEmail } from './fold-email.ts';

test.each([
  [' MAX@Example.COM ', 'max@example.com'],
  ['info@xn--bcher-kva.example', 'info@bücher.example'],
  ['info@XN--BCHER-KVA.example', 'info@bücher.example'],
  ['info@BU\u0308CHER.example', 'info@bücher.example'],
  ['INFO@straße.example', 'info@straße.example'],
  ['info@ᎠᎡ.example', 'info@ꭰꭱ.example'],
  ['ΝΙΚΟΣ.ΣΟΦΟΣ@a.example', 'νικος.σοφος@a.example'],
  ['νικοσ.σοφοσ@a.example', 'νικος.σοφος@a.example'],
  ['νικος.ςοφος@a.example', 'νικος.σοφος@a.example'],
  ['\u1c80\u1c82@a.example', 'во@a.example'],
  ['INFO@ΕΛΛΑΣ.ΕΛΛΑΣ', 'info@ελλασ.ελλασ'],
  ['info@ελλας.example', 'info@ελλας.example'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['İ\u0327@a.example', 'i\u0327\u0307@a.example'],
  ['me\u0301\u200dx@a.example', 'm\u00e9x@a.example'],
  // With a joiner that cleaning would remove, in Syriac.
  ['a@xn--cnba592q.example', 'a@xn--cnba592q.example'],
  ['Ä B@xn--a', 'ä b@xn--a'],
  ['a@b.example:25', 'a@b.example:25'],
  ['a@b.example/c', 'a@b.example/c'],
  ['a@%61.example', 'a@%61.example'],
  ['1.2', '1.2'],
  ['', ''],
])('%j is stored as %j, which stays the same', (typed, stored) => {
  expect(foldEmail(typed)).toBe(stored);
  expect(foldEmail(stored)).toBe(stored);
});
