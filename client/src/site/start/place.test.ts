// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepDraft } from '../drafts.ts';
import { hasReloaded, keepDrafts, keepPlace, returnTo, takePlace } from './place.ts';

const FORMS = `
  <div id="root">
    <button data-again>Menu</button><button>Delete</button><button data-again>Cookie settings</button>
    <form><input name="name"><input name="email" type="email"><textarea name="useCase"></textarea></form>
    <form><input name="name"><input name="token" type="password"></form>
  </div>`;

const fields = () => [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
const values = () => fields().map(({ value }) => value);
const button = (index: number) => document.querySelectorAll('button')[index] ?? null;

/** The same page, or another, loaded anew: nothing but the history entry's state is left. */
function loadAnew(html = FORMS) {
  document.body.innerHTML = html;
  const { place } = takePlace();
  return place && returnTo(place);
}

beforeEach(() => {
  document.body.innerHTML = FORMS;
});
afterEach(() => history.replaceState(null, ''));

test.each(['email', 'useCase'])(
  'text, cursor (%s) and press come back, each to its form',
  (name) => {
    const typed = ['Ann', '', 'Two\nlines', 'Bob', ''];
    for (const [index, input] of fields().entries()) input.value = typed[index] ?? '';
    document.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    keepPlace(button(2));
    expect(loadAnew()).toBe(button(2));
    expect(values()).toEqual(typed);
    expect(document.activeElement?.getAttribute('name')).toBe(name);
  },
);

test('a secret is not written down, and only what may be pressed twice is pressed again', () => {
  for (const input of fields()) input.value = 'secret';
  keepPlace(button(1));
  expect(loadAnew()).toBeUndefined();
  expect(values()).toEqual(['secret', 'secret', 'secret', 'secret', '']);
});

test('the place is read once; that the page was reloaded stays known, beside what others have in the state', () => {
  history.replaceState({ theirs: 1 }, '');
  expect(hasReloaded()).toBe(false);
  keepPlace(null);
  loadAnew();
  expect(takePlace()).toEqual({});
  expect(hasReloaded()).toBe(true);
  expect(history.state).toEqual({ theirs: 1, reloaded: true });
});

test('a form that the newer page has not is passed over', () => {
  for (const input of fields()) input.value = 'x';
  keepPlace(button(0));
  expect(loadAnew('<form><input name="email" type="email"></form>')).toBeUndefined();
  expect(values()).toEqual(['x']);
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
