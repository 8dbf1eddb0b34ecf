import { expect, test } from 'vitest';
import { fillIn } from './fill-in.ts';

const words = { subject: '{name}: {code}', text: 'Hello {name}!', link: null };

test.each(['{code}', '{name}', '$& $1', '{{name}}', '%7Bcode%7D'])(
  'a name %j stays as it is written, and is no placeholder',
  (name) => {
    const filled = fillIn(words, { name, code: 'C' });
    expect(filled).toEqual({ subject: `${name}: C`, text: `Hello ${name}!`, link: null });
  },
);

test('a code stands in an address, and a missing name leaves no blank', () => {
  const link = { label: '{code}', url: 'https://a.example/?c={code}&d=%7Bcode%7D' };
  expect(fillIn({ ...words, link }, { name: '', code: 'C' })).toEqual({
    ...{ subject: ': C', text: 'Hello!' },
    link: { label: '{code}', url: 'https://a.example/?c=C&d=C' },
  });
});
