// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/de/about"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { openPlace } from '../../../testing/open-place.tsx';
import { useGoToSignup } from './go-to-signup.ts';
import { createNavigation, NavigationProvider } from './navigation.ts';

test('a page of another language that is gone back to during the scroll to the form keeps its place', async () => {
  const { place, renderHook } = openPlace();
  place.id = 'signup';
  vi.useFakeTimers();
  const scrolled = vi.spyOn(window, 'scrollTo');
  const navigation = createNavigation(() => undefined);
  const { current: goToSignup } = await renderHook(useGoToSignup, (caller) => (
    <NavigationProvider value={navigation}>
      <Router base="/de" aroundNav={navigation.aroundNav}>
        {caller}
      </Router>
    </NavigationProvider>
  ));
  await act(async () => goToSignup('beta'));
  expect(location.pathname).toBe('/de/');
  await act(async () => vi.advanceTimersByTime(200)); // the scroll has begun
  await act(async () => {
    history.replaceState(null, '', '/de/about');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await act(async () => vi.advanceTimersByTime(200));
  expect(scrolled).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
});
