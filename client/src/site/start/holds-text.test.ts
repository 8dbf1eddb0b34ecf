// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { guardDraft } from '../drafts.ts';
import { holdsText } from './holds-text.ts';

test.each([
  ['<input type="email" value="a@b.c">', true],
  ['<textarea>a</textarea>', true],
  ['<input value="">', false],
  ['<input type="hidden" value="a"><input type="radio" value="a">', false],
])('a form with %s holds text: %s', (fields, holds) => {
  document.body.innerHTML = `<form>${fields}</form>`;
  expect(holdsText()).toBe(holds);
});

test('so does one of another page, which is kept in memory', () => {
  document.body.innerHTML = '';
  let name = 'Ann';
  guardDraft(() => ({ name, email: '' }));
  expect(holdsText()).toBe(true);
  name = '';
  expect(holdsText()).toBe(false);
});
