// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useToasts } from '../ports.ts';
import { openSite } from '../testing/open-site.tsx';
import { Toasts } from './toasts.tsx';

function Page() {
  const { showToast, hideToast } = useToasts();
  const message = { kind: 'notifyme', title: 'Success!', text: 'Sent.' } as const;
  return (
    <button
      type="button"
      onClick={() => showToast(message)}
      onDoubleClick={() => hideToast('notifyme')}
    />
  );
}

/** A page that shows a message at once, and whose button has the focus. */
async function openPage() {
  const { place, render } = await openSite();
  const show = (page: React.ReactNode) => render(<Toasts>{page}</Toasts>);
  await show(<Page />);
  const button = place.querySelector('button');
  button?.focus();
  await act(async () => button?.click());
  return { place, show, isShown: () => place.textContent?.includes('Success!') };
}

/** Presses a key and returns whether its default action is left to the browser. */
async function press(key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  return act(async () => document.activeElement?.dispatchEvent(event));
}

test('a message that the page repeats can be read for six seconds, also the second one', async () => {
  const { place, isShown } = await openPage();
  vi.useFakeTimers();
  const button = place.querySelector('button');
  const isSeen = () =>
    act(async () => button?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
  const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  await isSeen();
  await wait(4_000);
  await act(async () => button?.click());
  await isSeen();
  await wait(5_900);
  expect(isShown()).toBe(true);
  await wait(200);
  expect(isShown()).toBe(false);
});

test('a dialog that hides the page keeps the keys to itself, and gives them back', async () => {
  const { place, show, isShown } = await openPage();
  expect(place.querySelector('[data-type="notifyme"] p')?.textContent).toBe('Success! ');
  await show(<p>Another page</p>);
  const close = document.body.appendChild(document.createElement('button'));
  onTestFinished(() => close.remove());
  close.focus();
  place.setAttribute('aria-hidden', 'true');
  expect(await press('Tab')).toBe(true);
  expect(document.activeElement).toBe(close);
  await press('Escape');
  expect(isShown()).toBe(true);
  place.removeAttribute('aria-hidden');
  expect(await press('Tab')).toBe(false);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss');
  await press('Escape');
  expect(isShown()).toBe(false);
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'a key of an input method (%j) neither dismisses the message, moves the focus nor sends a form',
  async (init) => {
    const { isShown } = await openPage();
    const origin = document.activeElement;
    for (const key of ['Tab', 'Escape']) expect(await press(key, init)).toBe(true);
    expect(document.activeElement).toBe(origin);
    expect(isShown()).toBe(true);
    const field = document.body.appendChild(document.createElement('input'));
    onTestFinished(() => field.remove());
    const heard = vi.fn();
    field.addEventListener('keydown', heard);
    field.focus();
    expect(await press('Enter', init)).toBe(false);
    expect(heard).not.toHaveBeenCalled();
  },
);
