import { expect, test } from 'vitest';
import { mailableAddress, mailableName } from './mailable-address.ts';

test.each(['J.R.R. Tolkien', 'Dr. No', "O'Brien", 'José', '山田 太郎', 'Ann-Marie 2nd', 'محمد'])(
  'the name %j is repeated',
  (name) => {
    expect(mailableName(name)).toBe(name);
  },
);

test.each([
  'Buy at evil.example',
  'evil。example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'ｗｗｗ evil',
  'call 555 0199',
  'evil∕path',
  'Win 100€ today',
  'Win $ today',
  'me (at) evil',
  'a'.repeat(41),
  '１２３',
])('%j is no name', (name) => {
  expect(mailableName(name)).toBe('');
});

test.each([
  ['jane@a.example', 'jane@a.example'],
  ["o'brien+tag@a.example", "o'brien+tag@a.example"],
  ['jäne@bücher.example', 'jäne@xn--bcher-kva.example'],
  ['jane%b.example@a.example', null],
  ['b.example!jane@a.example', null],
  ['|program@a.example', null],
  ['-option@a.example', null],
  ['jane\u115F@a.example', null],
  ['jane\u1160@a.example', null],
])('to %j mail goes as %j', (email, address) => {
  expect(mailableAddress(email)).toBe(address);
});
