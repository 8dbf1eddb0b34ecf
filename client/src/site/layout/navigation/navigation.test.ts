// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createNavigation } from './navigation.ts';

test('a navigation waits for the page, and only the last of several happens', async () => {
  let finishAbout = () => {};
  const about = new Promise<void>((resolve) => {
    finishAbout = resolve;
  });
  const navigation = createNavigation((path) => (path === '/about' ? about : undefined));
  const navigate = vi.fn();
  navigation.aroundNav(navigate, '/about', {});
  expect(navigate).not.toHaveBeenCalled();
  navigation.aroundNav(navigate, '/cookies', {});
  finishAbout();
  await about;
  expect(navigate.mock.calls.map(([to]) => to)).toEqual(['/cookies']);
  expect(navigation.takeByLink()).toBe(true);
  expect(navigation.takeByLink()).toBe(false);
});

test('a link to the page and section in view leaves no history entry, any other leaves one', () => {
  const navigation = createNavigation(() => undefined);
  const navigate = vi.fn();
  history.replaceState(null, '', '/cookies?from=mail#managing');
  for (const to of ['/cookies?from=mail#managing', '/cookies#managing', '/cookies', '/terms']) {
    navigation.aroundNav(navigate, to, {});
  }
  expect(navigate.mock.calls.map(([to, options]) => [to, options?.replace ?? false])).toEqual([
    ['/cookies?from=mail#managing', true],
    ['/cookies#managing', false],
    ['/cookies', false],
    ['/terms', false],
  ]);
});
