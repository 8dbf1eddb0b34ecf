import { expect, test } from 'vitest';
import { mailableName } from './mailable-name.ts';

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
