import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';

/** Opens a place for a test to render in. It goes when the test ends, and so does the clock that the test has set. */
export function openPlace() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  let root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
    vi.useRealTimers();
  });
  const button = (words: string) => {
    const all = (document.querySelector('dialog') ?? place).querySelectorAll('a, button');
    return [...all].find(({ textContent }) => textContent?.includes(words)) as HTMLElement;
  };
  const press = (words: string) => act(async () => button(words).click());
  const dialog = () => document.querySelector('dialog');
  const render = (content: ReactNode) => act(async () => root.render(content));
  return {
    ...{ place, render },
    /** Calls a hook in a component, below what is given. `current` of the result is what it returned last. */
    async renderHook<Result>(useIt: () => Result, below = (caller: ReactNode) => caller) {
      const latest = {} as { current: Result };
      function Caller() {
        latest.current = useIt();
        return null;
      }
      await render(below(<Caller />));
      return latest;
    },
    async leave() {
      await act(async () => root.unmount());
      root = createRoot(place);
    },
    /** Returns the link or button with these words, in the open dialog if there is one. */
    button,
    press,
    /** Presses a button of the question that is open, and returns the question. */
    async answerBy(words: string) {
      await act(() => vi.waitFor(() => expect(dialog()?.open).toBe(true)));
      const asked = [...(dialog()?.children ?? [])].map(({ textContent }) => textContent);
      await press(words);
      await act(() => vi.waitFor(() => expect(dialog()).toBeNull()));
      return asked.slice(0, 2).join(' ');
    },
    alert: () => place.querySelector('[role="alert"]')?.textContent,
  };
}

/** Replaces each text with an element, as browsers do when they translate a page. */
export function translate(root: Element) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const translated = document.createElement('font');
    translated.textContent = text.textContent;
    text.parentNode?.replaceChild(translated, text);
  }
}
