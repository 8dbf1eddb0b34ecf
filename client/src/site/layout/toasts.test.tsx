// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { loadWording } from '../content/languages.ts';
import { type Ports, PortsProvider, useShowToast } from '../ports.ts';
import { Toasts } from './toasts.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** A page that shows a message at once, beside a foreign dialog with a focused button. */
async function openPage() {
  document.body.innerHTML = '<div id="root"></div><div role="dialog"><button>Close</button></div>';
  const place = document.getElementById('root') as HTMLElement;
  const root = createRoot(place);
  onTestFinished(() => act(() => root.unmount()));
  const Page = () => {
    const showToast = useShowToast();
    return (
      <button
        type="button"
        onClick={() => showToast({ kind: 'notifyme', title: 'Success!', text: 'Sent.' })}
      />
    );
  };
  const ports = { wording: await loadWording('en') } as Ports;
  const render = (page: React.ReactNode) =>
    act(async () =>
      root.render(
        <PortsProvider value={ports}>
          <Toasts>{page}</Toasts>
        </PortsProvider>,
      ),
    );
  await render(<Page />);
  const button = place.querySelector('button');
  button?.focus();
  await act(async () => button?.click());
  return {
    place,
    goElsewhere: () => render(<p>Another page</p>),
    isShown: () => place.textContent?.includes('Success!'),
  };
}

/** Presses a key and returns whether its default action is left to the browser. */
async function press(key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  return act(async () => document.activeElement?.dispatchEvent(event));
}

for (const [attribute, value] of [
  ['inert', ''],
  ['aria-hidden', 'true'],
] as const) {
  test(`a dialog that makes the page ${attribute} keeps the keys to itself; the message can be dismissed afterwards`, async () => {
    const { place, goElsewhere, isShown } = await openPage();
    await goElsewhere();
    const dialogButton = document.querySelector<HTMLElement>('[role="dialog"] button');
    dialogButton?.focus();
    place.setAttribute(attribute, value);
    expect(await press('Tab')).toBe(true);
    expect(document.activeElement).toBe(dialogButton);
    await press('Escape');
    expect(isShown()).toBe(true);
    place.removeAttribute(attribute);
    expect(await press('Tab')).toBe(false);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss');
    await press('Escape');
    expect(isShown()).toBe(false);
  });
}

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'a key of an input method (%j) neither dismisses the message nor moves the focus',
  async (init) => {
    const { isShown } = await openPage();
    const origin = document.activeElement;
    for (const key of ['Tab', 'Escape']) expect(await press(key, init)).toBe(true);
    expect(document.activeElement).toBe(origin);
    expect(isShown()).toBe(true);
  },
);
