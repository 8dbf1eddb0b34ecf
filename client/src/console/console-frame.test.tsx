// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Frame } from './console-frame.tsx';
import { AccessContext } from './session/access.ts';
import { commonWords } from './words/messages.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('after an exception in a view, the other views and signing out still work', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // Data that no view can draw, such as the answer of another server version.
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(async () => {
    await act(() => root.unmount());
    vi.restoreAllMocks();
  });
  const onSignOut = vi.fn();
  await act(async () =>
    root.render(
      <AccessContext value="people">
        <Frame brand="Zeta" takesFocus={false} onSignOut={onSignOut} />
      </AccessContext>,
    ),
  );
  // The first use of a view's file takes a while here.
  const timeout = 20_000;
  await vi.waitFor(
    () => expect(document.querySelector('main')?.textContent).toContain(commonWords.viewFailed),
    { timeout },
  );
  expect(document.querySelectorAll('nav a')).toHaveLength(7);
  document.querySelector<HTMLElement>('header button')?.click();
  expect(onSignOut).toHaveBeenCalledOnce();
  const addresses = asked.mock.calls.map(([url]) => String(url));
  expect(addresses.filter((url) => !url.startsWith('/growth/api/'))).toEqual([]);
});
