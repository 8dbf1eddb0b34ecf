// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { keepDraft } from '../drafts.ts';
import { hasReloaded, keepDrafts, keepPlace, returnTo, takePlace } from './place.ts';

const FORMS = `
  <div id="root">
    <button data-again>Menu</button><button>Delete</button><button data-again>Cookie settings</button>
    <form><input name="name"><input name="email" type="email"><textarea name="useCase"></textarea></form>
    <form><input name="name"><input name="token" type="password"></form>
  </div>`;

const fields = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
const button = (index: number) => document.querySelectorAll('button')[index] ?? null;

/** The same page, loaded anew: nothing but the history entry's state is left. */
function loadAnew() {
  document.body.innerHTML = FORMS;
  const { place } = takePlace();
  return place && returnTo(place);
}

afterEach(() => history.replaceState(null, ''));

test('what was typed, the focus and the press come back, each to its own form', () => {
  document.body.innerHTML = FORMS;
  const typed = ['Ann', 'ann@example.org', 'Two\nlines', 'Bob', ''];
  for (const [index, input] of document.querySelectorAll('input, textarea').entries())
    (input as HTMLInputElement).value = typed[index] ?? '';
  document.querySelector<HTMLElement>('textarea')?.focus();
  keepPlace(button(2));
  expect(loadAnew()).toBe(button(2));
  expect(fields()).toEqual(typed);
  expect(document.activeElement?.getAttribute('name')).toBe('useCase');
});

test('the cursor comes back also to a field that is still empty', () => {
  document.body.innerHTML = FORMS;
  document.querySelector<HTMLElement>('[name="email"]')?.focus();
  keepPlace(null);
  loadAnew();
  expect(document.activeElement?.getAttribute('name')).toBe('email');
});

test('a secret is not written down, and only what may be pressed twice is pressed again', () => {
  document.body.innerHTML = FORMS;
  const token = document.querySelector<HTMLInputElement>('[type="password"]');
  if (token) token.value = 'secret';
  keepPlace(button(1));
  expect(JSON.stringify(history.state)).not.toContain('secret');
  expect(loadAnew()).toBeUndefined();
});

test('the place is read once; that the page was reloaded stays known, beside what others have in the state', () => {
  history.replaceState({ theirs: 1 }, '');
  document.body.innerHTML = FORMS;
  expect(hasReloaded()).toBe(false);
  keepPlace(null);
  loadAnew();
  expect(takePlace()).toEqual({});
  expect(hasReloaded()).toBe(true);
  expect(history.state).toEqual({ theirs: 1, reloaded: true });
});

test('a form that the newer page has not is passed over', () => {
  document.body.innerHTML = FORMS;
  for (const input of document.querySelectorAll('input')) input.value = 'x';
  keepPlace(button(0));
  document.body.innerHTML = '<form><input name="email" type="email"></form>';
  const { place } = takePlace();
  expect(place && returnTo(place)).toBeUndefined();
  expect(fields()).toEqual(['x']);
});

test('what was typed on another page goes along, also to another address, and once only', () => {
  let text = 'Ann';
  keepDraft('signup', () => ({ name: text }));
  keepPlace(null);
  expect(takePlace().drafts).toEqual({ signup: { name: 'Ann' } });
  expect(takePlace()).toEqual({});
  text = 'Ann B.';
  const entries = history.length;
  keepDrafts(new URL('/about', location.href).href);
  expect([location.pathname, history.length]).toEqual(['/about', entries + 1]);
  expect(takePlace()).toEqual({ drafts: { signup: { name: 'Ann B.' } }, byLink: true });
});
