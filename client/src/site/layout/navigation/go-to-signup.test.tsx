// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/de/about"}
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useGoToSignup } from './go-to-signup.ts';
import { createNavigation, NavigationProvider } from './navigation.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Button() {
  const goToSignup = useGoToSignup();
  return (
    <button id="signup" type="button" onClick={() => goToSignup('beta')}>
      Beta
    </button>
  );
}

test('a page of another language that is gone back to during the scroll to the form keeps its place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const scrolled = vi.spyOn(window, 'scrollTo');
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => act(() => root.unmount()));
  const navigation = createNavigation(() => undefined);
  await act(async () =>
    root.render(
      <NavigationProvider value={navigation}>
        <Router base="/de" aroundNav={navigation.aroundNav}>
          <Button />
        </Router>
      </NavigationProvider>,
    ),
  );
  await act(async () => document.querySelector('button')?.click());
  expect(location.pathname).toBe('/de/');
  await act(async () => vi.advanceTimersByTime(200)); // the scroll has begun
  await act(async () => {
    history.replaceState(null, '', '/de/about');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await act(async () => vi.advanceTimersByTime(200));
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
});
