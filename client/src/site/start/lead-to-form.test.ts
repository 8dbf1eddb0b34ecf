// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { askForTab } from './lead-to-form.ts';

const BUTTON = '[data-signup]';
const FIELD = '[name="name"]';

/** Presses the button, lets the visitor act, and returns what has the focus a second later. */
function focusAfterPress(act: () => void) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  document.body.innerHTML = `
    <button data-signup="notifyme"></button>
    <a href="/about"></a>
    <h1 tabindex="-1"></h1>
    <section id="signup"><button></button><form><input name="name"><input name="email"></form></section>`;
  const button = find(BUTTON);
  button.focus();
  askForTab(button, performance.now());
  act();
  vi.advanceTimersByTime(1_000);
  return document.activeElement;
}

function find(selector: string) {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`the page has no ${selector}`);
  return element;
}

test.each([
  ['has done nothing since', () => {}],
  ['has pressed elsewhere, where nothing takes the focus', () => find(BUTTON).blur()],
  ['has come to another page, whose heading has the focus', () => find('h1').focus()],
])('the name field takes the focus from a visitor who %s', (_, act) => {
  expect(focusAfterPress(act)).toBe(find(FIELD));
});

test.each([
  ['a link', 'a'],
  ['a button beside the form', '#signup button'],
  ['another field', '[name="email"]'],
])('a visitor who has gone on to %s after the press keeps that focus', (_, selector) => {
  expect(focusAfterPress(() => find(selector).focus())).toBe(find(selector));
});
